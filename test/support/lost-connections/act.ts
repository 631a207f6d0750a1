import { CallError } from '../../../src/platform/errors/call-error.js';
import { Errors } from '../../../src/platform/errors/catalogue.js';
import { textsIn } from '../../../src/platform/pages/texts/texts.js';
import type { Stage } from './stage.js';

/** A request to test: prepares what it needs, and returns the request itself. */
export type Act = (stage: Stage) => Run | Promise<Run>;
type Run = () => Promise<Told>;

/** An answer of any kind. */
export interface Told {
  readonly status: number;
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  readonly text?: string;
  readonly body?: unknown;
}

/** The result as told to the caller. */
export type Verdict = 'done' | 'unchanged' | 'unknown' | `refused: ${string}`;

const UNKNOWN = [Errors.outcomeUnknown.meaning, textsIn('en')('errors.outcomeUnknown')];
const BUSY = [Errors.unavailable.meaning, textsIn('en')('errors.busy'), textsIn('en')('signIn.busy')];

export function verdictOf({ status, headers, text, body }: Told): Verdict {
  const location = headers instanceof Headers ? headers.get('location') : headers.location;
  const way = new URLSearchParams(String(location ?? '').replace(/^[^?]*/, ''));
  const said = [text ?? JSON.stringify(body), ...way.values()].join('\n');
  if (UNKNOWN.some((sentence) => said.includes(sentence))) return 'unknown';
  if (BUSY.some((sentence) => said.includes(sentence))) return 'unchanged';
  return status < 400 ? 'done' : `refused: ${status} ${said}`;
}

/** For work that no request starts. */
export async function asked(work: () => Promise<unknown>): Promise<Told> {
  try {
    await work();
    return { status: 200, headers: {}, text: '' };
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    return { status: cause.definition.status, headers: {}, text: cause.message };
  }
}

/** For what an act needs before it. */
export async function must<T extends { status: number; text: string }>(asked: Promise<T>): Promise<T> {
  const answer = await asked;
  if (answer.status >= 400) throw new Error(`${answer.status} ${answer.text}`);
  return answer;
}
