import type { Moment } from '../cutting-proxy.js';
import { eventually } from '../eventually.js';
import type { Stage } from './stage.js';

type Work = () => Promise<unknown>;

/** The text of the statement that the work sends, soon or at once. */
export async function textOf({ proxy }: Stage, statement: RegExp, work: Work): Promise<string> {
  proxy.watch();
  await work();
  return eventually(() => Promise.resolve(proxy.rest().seen.find((text) => statement.test(text)) ?? null));
}

/** Does the work while the connection is cut at the first statement of this text. */
export async function cutAt({ proxy }: Stage, text: string, moment: Moment, work: Work): Promise<void> {
  proxy.watch({ text, nth: 1, moment });
  await work();
  await eventually(() => Promise.resolve(proxy.wasCut ? true : null));
}
