import type { WithSession } from '../../platform/operations/browser-session.js';
import type { Long } from '../../platform/operations/long.js';
import type { KeepingProof } from '../accounts/deletion-pending.js';
import { BEFORE_METHODS, METHODS, type Method, type PendingSignIn } from './authentication.js';
import { sessionDataOf } from './session-data.js';

/** How the account of the loaded session was authenticated. */
export function sessionMethodsOf(at: WithSession): readonly Method[] {
  return sessionDataOf(at).methods ?? BEFORE_METHODS;
}

/** Milliseconds since the epoch: when each method was last shown by who is signed in, each apart. */
export function sessionProofsOf(at: WithSession): Readonly<Partial<Record<Method, number>>> {
  const { signedInAt = 0, provenAt = 0, proofs } = sessionDataOf(at);
  const atSignIn = () => sessionMethodsOf(at).map((method) => [method, signedInAt] as const);
  const shown: Partial<Record<Method, number>> = proofs ?? Object.fromEntries(atSignIn());
  // A node of before 0.3 notes a confirmation without what it was by: a password, where it signed in by one.
  const isNoted = provenAt <= Math.max(0, ...Object.values(shown)) || !('password' in shown);
  return isNoted ? shown : { ...shown, password: provenAt };
}

/** The methods that were shown after a time, in milliseconds since the epoch. */
export function sessionMethodsSince(at: WithSession, since: number): readonly Method[] {
  const proofs = sessionProofsOf(at);
  return METHODS.filter((method) => (proofs[method] ?? 0) > since);
}

/** The row of the sign-in, or of the last proof in it; null: it is from before 0.3. */
export function sessionSignInIdOf(at: WithSession): Long | null {
  return sessionDataOf(at).signIn ?? null;
}

/** Milliseconds since the epoch: when the last of them was shown; null: none since the sign-in. */
export function sessionConfirmationOf(at: WithSession): number | null {
  return sessionDataOf(at).provenAt ?? null;
}

/** An account that the browser may still keep, and when and how it was shown whose it is (D237). */
export interface KeptAccount extends KeepingProof {
  readonly at: Date;
}

/** null: none. */
export function sessionKeepsOf(at: WithSession): KeptAccount | null {
  const keeps = sessionDataOf(at).keeps;
  return keeps?.mark ? { ...keeps, at: new Date(keeps.at) } : null; // a node of 0.2 kept no mark
}

/** The sign-in that waits for its second step in the loaded session; null: none. */
export function sessionPendingOf(at: WithSession): PendingSignIn | null {
  return sessionDataOf(at).pending ?? null;
}
