import { CallError } from '../../../src/platform/errors/call-error.js';
import type { Told } from '../verdict.js';
import type { Stage } from './stage.js';

/** A request to test: prepares what it needs, and returns the request itself. */
export type Act = (stage: Stage) => Run | Promise<Run>;
type Run = () => Promise<Told>;

/** For work without a request. */
export async function asked(work: () => Promise<unknown>): Promise<Told> {
  try {
    await work();
    return { status: 200, headers: {}, text: '' };
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    return { status: cause.definition.status, headers: {}, text: cause.message };
  }
}

/** For the preconditions of an act. */
export async function must<T extends { status: number; text: string }>(asked: Promise<T>): Promise<T> {
  const answer = await asked;
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}
