import { createHash } from 'node:crypto';
import type { Editor } from './access/editor.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { json, type Shown } from '../../platform/operations/shown.js';

/** The ETag of a state (RFC 9110 §8.8.3); equal objects have the same one on every node. */
export function etagOf(state: object): string {
  return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, 22)}"`;
}

/** The ETag covers the whole record. */
export function wholeState(view: object): object {
  return view;
}

/** Answers with a record and the ETag of its state. */
export function tagged<V extends object>(view: V, stateOf: (view: V) => object, status = 200): Shown {
  return json(view, { status, headers: { ETag: etagOf(stateOf(view)) } });
}

/**
 * Requires that the state has not changed since the administrator read it, so that nobody overwrites another change.
 * @throws ProblemError preconditionRequired, preconditionFailed
 */
export function requireMatch({ ifMatch }: Pick<Editor, 'ifMatch'>, state: object): void {
  if (!ifMatch) {
    const advice =
      'Send If-Match with the ETag of the last GET, or * to change the current state whatever it is.';
    throw new ProblemError(Problems.preconditionRequired, advice);
  }
  const tags = ifMatch.split(',').map((tag) => tag.trim());
  if (tags.includes('*') || tags.includes(etagOf(state))) return;
  throw new ProblemError(Problems.preconditionFailed, 'Reload it, then repeat your change.');
}
