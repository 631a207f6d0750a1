import type { Problem as Declared } from './api-types.js';
import { type ExitCode, Failure } from './failure.js';

/** An error of the administration API (RFC 9457); from a proxy, any content. */
export type Problem = Partial<Declared>;

const BY_STATUS: Readonly<Record<number, ExitCode>> = {
  401: 'notSignedIn',
  403: 'refused',
  404: 'notFound',
  409: 'conflict',
  412: 'conflict',
  428: 'conflict',
  502: 'away',
  503: 'away',
  504: 'away',
};

/** Advice where the server can't know which command was used. */
const ADVICE: Readonly<Record<number, string>> = {
  412: 'Someone has changed it in the meantime. Check it, then repeat the command.',
};

/** What a body says; a proxy may answer with its own pages: then only the status is meaningful. */
export function asProblem(body: unknown): Problem {
  return typeof body === 'object' && body !== null ? body : {};
}

/** The last part of a problem's type: `urn:hearth:problem:not-found` is "not-found". */
export function problemKind({ type = '' }: Problem): string {
  return type.slice(type.lastIndexOf(':') + 1);
}

/** @param optionOf what the person typed for a field of the API */
export function failureFrom(
  status: number,
  problem: Problem,
  optionOf: (field: string) => string = (field) => field,
): Failure {
  const { title = `The server answered ${status}.`, detail, errors = [], requestId } = problem;
  const lines = [
    detail && detail !== title && errors.length === 0 ? `${title.replace(/\.$/, '')}: ${detail}` : title,
    ...errors.map(({ field, message }) => `  ${optionOf(field)} ${message}`),
    ...(ADVICE[status] ? [ADVICE[status]] : []),
    ...(status >= 500 && requestId ? [`The server's log has more about request ${requestId}.`] : []),
  ];
  // Not "away": a script that retries by the exit code would do it twice.
  const isDoubtful = problemKind(problem) === 'outcome-unknown';
  return new Failure(lines.join('\n'), isDoubtful ? 'failed' : (BY_STATUS[status] ?? 'failed'));
}
