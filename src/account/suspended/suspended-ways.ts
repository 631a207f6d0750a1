import type { EntityManager } from 'typeorm';
import { suspendedIdentifiersOf } from '../../identity/accounts/suspended-identifiers.js';
import { suspendedPasskeysOf } from '../../identity/passkeys/passkey-statements.js';
import { rankOfSignIn } from '../../identity/sign-ins/sign-ins-of.js';
import { suspensionEnd } from '../../identity/ways-in/youth.js';
import type { Long } from '../../platform/operations/long.js';

/** What can be suspended. */
export const SUSPENDED_KINDS = ['identifier', 'passkey'] as const;
export type SuspendedKind = (typeof SUSPENDED_KINDS)[number];

/** A way in that a remedy suspended. */
export interface SuspendedWay {
  readonly kind: SuspendedKind;
  readonly id: Long;
  /** The address, the connected partner, or the name of the passkey. */
  readonly value: string;
  /** When it is deleted. */
  readonly until: Date;
  /** Whether the sign-in of the request is too weak to restore it. */
  readonly isHeld: boolean;
}

/**
 * Returns the suspended ways of an account, as one of its sign-ins sees them. A sign-in by password may be a thief's: it
 * restores only what a new password suspended, or what was suspended before one that a thief of the old can't have chosen (D349).
 */
export async function suspendedWaysOf(
  tx: EntityManager,
  accountId: Long,
  signInId: Long | null,
): Promise<SuspendedWay[]> {
  const isStronger = (await rankOfSignIn(tx, signInId)) > 1;
  const identifiers = await suspendedIdentifiersOf(tx, accountId);
  const passkeys = await suspendedPasskeysOf(tx, accountId);
  return [
    ...identifiers.map(({ id, value, issuer, suspendedAt, isPasswordReplaced }) => ({
      ...{ kind: 'identifier' as const, id, value: issuer || value },
      until: suspensionEnd(suspendedAt as Date),
      isHeld: !isStronger && !isPasswordReplaced,
    })),
    ...passkeys.map(({ id, name, suspendedAt, isPasswordReplaced }) => ({
      ...{ kind: 'passkey' as const, id, value: name },
      until: suspensionEnd(suspendedAt),
      isHeld: !isStronger && !isPasswordReplaced,
    })),
  ];
}
