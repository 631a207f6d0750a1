import type { WithSession } from '../../platform/operations/browser-session.js';
import type { Long } from '../../platform/operations/long.js';
import type { KeepingProof } from '../accounts/deletion-pending.js';
import { BEFORE_METHODS, METHODS, type Method } from './authentication.js';
import { sessionDataOf } from './session-data.js';

/** The methods of the loaded session's sign-in. */
export function sessionMethodsOf(at: WithSession): readonly Method[] {
  return sessionDataOf(at).methods ?? BEFORE_METHODS;
}

/** Milliseconds since the epoch: when each method was last shown by the person who is signed in. */
export function sessionProofsOf(at: WithSession): Readonly<Partial<Record<Method, number>>> {
  const { signedInAt = 0, provenAt = 0, proofs } = sessionDataOf(at);
  const atSignIn = () => sessionMethodsOf(at).map((method) => [method, signedInAt] as const);
  const shown: Partial<Record<Method, number>> = proofs ?? Object.fromEntries(atSignIn());
  // A node from before 0.3 notes a confirmation without its method: it was a password, if the sign-in was by one.
  const isNoted = provenAt <= Math.max(0, ...Object.values(shown)) || !('password' in shown);
  return isNoted ? shown : { ...shown, password: provenAt };
}

/** The methods that were shown after a time, in milliseconds since the epoch. */
export function sessionMethodsSince(at: WithSession, since: number): readonly Method[] {
  const proofs = sessionProofsOf(at);
  return METHODS.filter((method) => (proofs[method] ?? 0) > since);
}

/** The number of the sign-in, or of the last proof in it; null: it is from before 0.3. */
export function sessionSignInIdOf(at: WithSession): Long | null {
  return sessionDataOf(at).signIn ?? null;
}

/** An account that the browser may still keep, and when and how its user proved to own it (D237). */
export interface KeptAccount extends KeepingProof {
  readonly at: Date;
}

/** null: none. */
export function sessionKeepsOf(at: WithSession): KeptAccount | null {
  const keeps = sessionDataOf(at).keeps;
  return keeps?.mark ? { ...keeps, at: new Date(keeps.at) } : null; // a node of 0.2 kept no mark
}
