import { Errors } from '../../src/platform/errors/catalogue.js';
import { textsIn } from '../../src/platform/pages/texts/texts.js';

/** An answer of any kind. */
export interface Told {
  readonly status: number;
  readonly headers: Headers | Readonly<Record<string, string | string[] | undefined>>;
  readonly text?: string;
  readonly body?: unknown;
}

/** The answer's statement about the requested change. */
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
