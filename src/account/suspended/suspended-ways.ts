import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { restoreIdentifier, suspendedIdentifiersOf } from '../../identity/accounts/suspended-identifiers.js';
import { FirstFactors } from '../../identity/factors/first-factors.js';
import { Notices } from '../../identity/notifications/notices.js';
import { restorePasskey, suspendedPasskeysOf } from '../../identity/passkeys/passkey-statements.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { rankOfSignIn } from '../../identity/sign-ins/sign-ins-of.js';
import { suspensionEnd, type Made } from '../../identity/ways-in/youth.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import type { ActingUser } from '../frame/by-user.js';

/** What can be suspended. */
export const SUSPENDED_KINDS = ['identifier', 'passkey'] as const;
type SuspendedKind = (typeof SUSPENDED_KINDS)[number];

/** A way in that a remedy took out of use. */
export interface SuspendedWay {
  readonly kind: SuspendedKind;
  readonly id: Long;
  /** The address, the partner that it is connected with, or the name of the passkey. */
  readonly value: string;
  /** When it is deleted. */
  readonly until: Date;
  /** The sign-in that asks is not enough to take it back. */
  readonly isHeld: boolean;
}

/**
 * Those of an account, for one of its sign-ins. Whoever made one may know the password: it takes back only what a new
 * password took, or what was suspended before one that a thief of the old can't have chosen (D349).
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

/** Takes ways in back that a remedy took out of use (D338). */
@Injectable()
export class SuspendedWays {
  constructor(
    private readonly database: Database,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly first: FirstFactors,
    private readonly clock: Clock,
  ) {}

  /**
   * Takes one back; one of another account, that is gone, or that this sign-in is not enough for, is no error: its page
   * says so. A passkey that would be the first factor of an account with a role waits for one that was set up with a code
   * (D322).
   * @returns waits: nothing was changed
   */
  restore(by: ActingUser, kind: SuspendedKind, id: Long): Promise<'waits' | 'done'> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, by);
      const ways = await suspendedWaysOf(tx, accountId, signInId);
      if (!ways.some((way) => way.kind === kind && way.id === id && !way.isHeld)) return 'done';
      if (kind === 'passkey' && (await this.first.takeCode(accountId, tx))) return 'waits';
      const made = { at: this.clock.now(), signInId };
      const value = await RESTORE[kind](tx, accountId, id, made);
      if (value === null) return 'done';
      const told = kind === 'passkey' ? 'passkeyAdded' : 'identifierAdded';
      await this.notices.add(tx, accountId, { kind: told, value, made: { signInId } });
      const event = { action: 'way-in.restored', outcome: 'ok', target: `${kind}:${id}` } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return 'done';
    });
  }
}

type Restoring = (tx: Transaction, accountId: Long, id: Long, made: Made) => Promise<string | null>;

/** Each returns what it is called; null: it is not suspended any more. */
const RESTORE: Readonly<Record<SuspendedKind, Restoring>> = {
  identifier: async (tx, accountId, id, made) =>
    (await restoreIdentifier(tx, accountId, id, made))?.value ?? null,
  passkey: restorePasskey,
};
