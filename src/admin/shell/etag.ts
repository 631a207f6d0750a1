import { createHash } from 'node:crypto';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';

/** Names the state that an administrator saw (RFC 9110 §8.8.3): the same object has the same one on every node. */
export function etagOf(state: object): string {
  return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`;
}

/**
 * Two administrators don't overwrite each other: who changes something says what it was when they looked.
 * @param ifMatch the header, or the hidden field of a form; `*` changes it whatever it is
 * @throws ProblemError preconditionRequired, preconditionFailed
 */
export function requireMatch(ifMatch: string | undefined, state: object): void {
  if (!ifMatch) {
    const advice = 'Send If-Match with the ETag that GET answered, or * to change it whatever it is.';
    throw new ProblemError(Problems.preconditionRequired, advice);
  }
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(etagOf(state))) return;
  throw new ProblemError(Problems.preconditionFailed, 'Look at it again, then repeat your change.');
}
