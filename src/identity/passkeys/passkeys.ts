import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Not, Repository, type EntityManager } from 'typeorm';
import { Notices } from '../notifications/notices.js';
import type { ThisBrowser } from '../accounts/remedies.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Passkey } from './passkey.entity.js';
import { youngPasskeys } from './passkey-statements.js';
import { RelyingParty } from './relying-party.js';

/** More than anybody has devices. */
const MOST_PASSKEYS = 20;

/** A person in a session who adds a passkey, and the browser. */
export type AddingOwner = PasskeyOwner & { readonly browser: ThisBrowser };

/** A person who changes the own passkeys, and from where. */
export interface PasskeyOwner {
  readonly accountId: Long;
  readonly address: string;
  /** Digest of the id of the session. */
  readonly session: Buffer;
  /** Locks the account, and makes sure that the session has not ended meanwhile: it throws then. */
  readonly hold: (tx: Transaction) => Promise<{ readonly signInId: Long | null }>;
}

/** What a new one is kept as. */
type NewPasskey = Omit<Passkey, 'id' | 'lastUsedAt' | 'signInId'>;

/** taken: it is known already, to this account or another; full: there are too many. */
export type AdditionOutcome = 'added' | 'taken' | 'full';
/** last: nothing else signs in to the account. */
type RemovalOutcome = 'removed' | 'gone' | 'last';

/** The passkeys of accounts; whoever owns an account is told of each that comes or goes. */
@Injectable()
export class Passkeys {
  constructor(
    @InjectRepository(Passkey) private readonly passkeys: Repository<Passkey>,
    private readonly database: Database,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly party: RelyingParty,
  ) {}

  /** The oldest first. */
  of(accountId: Long): Promise<Passkey[]> {
    return this.passkeys.find({ where: { accountId }, order: { id: 'ASC' } });
  }

  hasAny(accountId: Long): Promise<boolean> {
    return this.passkeys.existsBy({ accountId });
  }

  /** Whether it has one that was made for the domain of this server. */
  async hasUsable(accountId: Long): Promise<boolean> {
    const { id: rpId } = this.party;
    return rpId !== null && this.passkeys.existsBy({ accountId, rpId });
  }

  /** Whether it has one of those that is not young. @param since what was made after that is */
  async hasSettled(accountId: Long, since: Date): Promise<boolean> {
    const { id: rpId } = this.party;
    const young = await youngPasskeys(this.passkeys.manager, accountId, since);
    return rpId !== null && this.passkeys.existsBy({ accountId, rpId, id: Not(In(young)) });
  }

  /** Whether one that was made for this server is left when another has gone. */
  async isAnyBeside(tx: EntityManager, accountId: Long, going: Long | null): Promise<boolean> {
    const { id: rpId } = this.party;
    if (rpId === null) return false;
    return tx.existsBy(Passkey, { accountId, rpId, ...(going !== null && { id: Not(going) }) });
  }

  /**
   * @param owner in whose session it is added, which has not ended
   * @param added verified
   * @param isFirstUse spends the challenge that it answered, in the same transaction
   * @param whenFirst what is done where the account had none for this server
   */
  add(
    owner: AddingOwner,
    added: NewPasskey,
    isFirstUse: (tx: Transaction) => Promise<boolean>,
    whenFirst: (tx: Transaction) => Promise<unknown>,
  ): Promise<AdditionOutcome> {
    const { name } = added;
    const { accountId, address } = owner;
    return this.database.transaction(async (tx) => {
      // Locked, so that of two concurrent requests the second counts what the first one added.
      const { signInId } = await owner.hold(tx);
      if (!(await isFirstUse(tx))) return 'taken';
      if ((await tx.countBy(Passkey, { accountId })) >= MOST_PASSKEYS) return 'full';
      const isFirst = !(await tx.existsBy(Passkey, { accountId, rpId: added.rpId }));
      const inserted = await tx
        .createQueryBuilder()
        .insert()
        .into(Passkey)
        .values({ ...added, signInId })
        .orIgnore()
        .returning('id')
        .execute();
      const [row] = inserted.raw as { id: Long }[];
      if (!row) return 'taken';
      if (isFirst) await whenFirst(tx);
      await this.notices.add(tx, accountId, { kind: 'passkeyAdded', value: name, made: { signInId } });
      const event = { action: 'passkey.added', outcome: 'ok', target: `passkey:${row.id}` } as const;
      await this.audit.record({ ...event, accountId, address, details: { synced: added.isSynced } }, tx);
      return 'added';
    });
  }

  /** A passkey of another account counts as gone. @returns false: it is gone. @throws SignInRequired when the session has ended */
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
   * A passkey of another account counts as gone.
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

  /** The same in the transaction of somebody who holds the account and records it. @param id as somebody sent it */
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
}
