import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Not, Repository, type EntityManager } from 'typeorm';
import { Notices } from '../notifications/notices.js';
import type { ThisBrowser } from '../accounts/remedies.js';
import type { FoundWay, WayEnd } from '../accounts/ways-list.js';
import { youngSince } from '../ways-in/youth.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { Passkey } from './passkey.entity.js';
import {
  acceptedPasskeysOf,
  endSuspended,
  isKnownPasskey,
  suspendedPasskeysOf,
  youngPasskeys,
  type AcceptedPasskey,
} from './passkey-statements.js';
import { RelyingParty } from './relying-party.js';
import { CREDENTIAL_ID } from './sent-passkey.js';

/** A person in a session who adds a passkey, and the browser. */
export type AddingOwner = PasskeyOwner & { readonly browser: ThisBrowser };

/** A person who changes their passkeys, and from where. */
export interface PasskeyOwner {
  readonly accountId: Long;
  readonly address: string;
  /** Digest of the id of the session. */
  readonly session: Buffer;
  /** Locks the account, and throws if the session has ended meanwhile. */
  readonly hold: (tx: Transaction) => Promise<{ readonly signInId: Long | null }>;
}

/** last: nothing else signs in to the account. */
type RemovalOutcome = 'removed' | 'gone' | 'last';

/** The passkeys of accounts. The owner is notified of each that is added or removed. */
@Injectable()
export class Passkeys {
  constructor(
    @InjectRepository(Passkey) private readonly passkeys: Repository<Passkey>,
    private readonly database: Database,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly party: RelyingParty,
    private readonly clock: Clock,
  ) {}

  /** The oldest first. */
  of(accountId: Long): Promise<Passkey[]> {
    return this.passkeys.find({ where: { accountId }, order: { id: 'ASC' } });
  }

  /** The passkeys of this domain that the owner may sign in with, now or once they are taken back. */
  acceptedOf(accountId: Long): Promise<AcceptedPasskey[]> {
    return acceptedPasskeysOf(this.passkeys.manager, accountId, this.party.requiredId);
  }

  /** Whether no account has this passkey, not even a suspended one. @param credentialId as the caller got it */
  async isUnknown(credentialId: string): Promise<boolean> {
    if (!CREDENTIAL_ID.test(credentialId)) return false;
    return !(await isKnownPasskey(this.passkeys.manager, Buffer.from(credentialId, 'base64url')));
  }

  hasAny(accountId: Long): Promise<boolean> {
    return this.passkeys.existsBy({ accountId });
  }

  /** Whether the account has a passkey for the domain of this server. */
  async hasUsable(accountId: Long): Promise<boolean> {
    const { id: rpId } = this.party;
    return rpId !== null && this.passkeys.existsBy({ accountId, rpId });
  }

  /**
   * Whether the account has a passkey for the domain of this server that is not young.
   * @param since passkeys that were made later are young
   */
  async hasSettled(accountId: Long, since: Date): Promise<boolean> {
    const { id: rpId } = this.party;
    const young = await youngPasskeys(this.passkeys.manager, accountId, since);
    return rpId !== null && this.passkeys.existsBy({ accountId, rpId, id: Not(In(young)) });
  }

  /** Whether a passkey for this server is left when another is removed. @param going the removed one; null: none */
  async isAnyBeside(tx: EntityManager, accountId: Long, going: Long | null): Promise<boolean> {
    const { id: rpId } = this.party;
    if (rpId === null) return false;
    return tx.existsBy(Passkey, { accountId, rpId, ...(going !== null && { id: Not(going) }) });
  }

  /**
   * Renames a passkey.
   * @returns false: it is gone, or another account's.
   * @throws SignInRequired when the session has ended
   */
  rename(owner: PasskeyOwner, id: Long, name: string): Promise<boolean> {
    const { accountId, address } = owner;
    return this.database.transaction(async (tx) => {
      await owner.hold(tx);
      const { affected } = await tx.update(Passkey, { id, accountId }, { name });
      if (affected !== 1) return false;
      const event = { action: 'passkey.renamed', outcome: 'ok', target: `passkey:${id}` } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return true;
    });
  }

  /**
   * Removes a passkey. Another account's counts as gone.
   * @param isLastWayIn asked while the account is locked
   * @throws SignInRequired when the session has ended
   */
  remove(
    owner: PasskeyOwner,
    id: Long,
    isLastWayIn: (tx: Transaction) => Promise<boolean>,
  ): Promise<RemovalOutcome> {
    const { accountId, address } = owner;
    return this.database.transaction(async (tx) => {
      // Locked, so that of two concurrent requests the second counts what the first one left.
      await owner.hold(tx);
      const outcome = await this.end(tx, accountId, id, isLastWayIn);
      if (outcome !== 'removed') return outcome;
      const event = { action: 'passkey.removed', outcome: 'ok', target: `passkey:${id}` } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return 'removed';
    });
  }

  /**
   * Removes a passkey in the transaction of a caller that holds the account and records the removal.
   * @param id as the caller got it
   */
  async end(
    tx: Transaction,
    accountId: Long,
    id: string,
    isLastWayIn: (tx: Transaction) => Promise<boolean>,
  ): Promise<RemovalOutcome> {
    const going = (await tx.findBy(Passkey, { accountId })).find((each) => each.id === id);
    if (!going) return 'gone';
    if (await isLastWayIn(tx)) return 'last';
    await tx.delete(Passkey, { id });
    await this.notices.add(tx, accountId, { kind: 'passkeyRemoved', value: going.name });
    return 'removed';
  }

  /** The passkeys of an account among its ways in, suspended ones too. */
  async listed(accountId: Long): Promise<FoundWay[]> {
    const { manager } = this.passkeys;
    const [own, young, suspended] = await Promise.all([
      this.of(accountId),
      this.young(manager, accountId),
      suspendedPasskeysOf(manager, accountId),
    ]);
    const working = own.map(({ id, name, createdAt: since, lastUsedAt, signInId }) => {
      return { id, type: 'passkey', name, since, lastUsedAt, signInId, canEnd: young.includes(id) } as const;
    });
    const others = suspended.map(({ createdAt: since, ...each }) => {
      return { ...each, type: 'passkey', since } as const;
    });
    return [...working, ...others].reverse();
  }

  /**
   * Ends a listed passkey for someone other than its owner. A settled one only goes by a recovery, with its wait
   * (D250).
   * @param isLastWayIn as `remove` has it
   */
  async endListed(
    tx: Transaction,
    accountId: Long,
    id: string,
    isLastWayIn: (tx: Transaction) => Promise<boolean>,
  ): Promise<WayEnd> {
    if (await endSuspended(tx, accountId, id)) return 'ended';
    const isThere = (await tx.findBy(Passkey, { accountId })).some((each) => each.id === id);
    if (!isThere) return 'gone';
    if (!(await this.young(tx, accountId)).includes(id)) return 'settled';
    const outcome = await this.end(tx, accountId, id, isLastWayIn);
    return outcome === 'removed' ? 'ended' : outcome;
  }

  private young(tx: EntityManager, accountId: Long): Promise<Long[]> {
    return youngPasskeys(tx, accountId, youngSince(this.clock.now()));
  }
}
