import { Injectable } from '@nestjs/common';
import { LessThanOrEqual, type EntityManager, type FindOptionsWhere } from 'typeorm';
import type { AuditActor } from '../../platform/audit/audit-actor.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock, DAY } from '../../platform/security/clock.js';
import { confirmedAddressesOf } from '../accounts/account-identifiers.js';
import { findAccount, lockAccount } from '../accounts/account-statements.js';
import { FamilyService } from '../families/family.service.js';
import type { LinkEnd } from '../mailed-links/link-ends.js';
import { MailedLinks } from '../mailed-links/mailed-links.service.js';
import { Notices } from '../notifications/notices.js';
import { heldRank } from '../sign-ins/held-rank.js';
import type { HeldSignIn } from '../sessions/hold-sign-in.js';
import { HandOver } from './hand-over.entity.js';

/** How long the founder can stop it. */
const HAND_OVER_WAIT_MS = 3 * DAY;

/** A hand-over: the family, its founder, the next founder, and from where; without an address, the server acts. */
interface HandingOver {
  readonly familyId: Long;
  readonly accountId: Long;
  readonly nextId: Long;
  readonly address?: string;
  /** The application by which the founder acts; null or left out: none. */
  readonly clientId?: string | null;
  /** The administrator who hands over instead of the founder; left out: none. */
  readonly instead?: AuditActor;
}

/**
 * Families that get another founder: at once if the founder showed a settled second factor, else after a wait in which
 * every confirmed address of the founder can stop it (D335). Locks are taken as everywhere: accounts, family, then its
 * row.
 */
@Injectable()
export class HandOvers {
  constructor(
    private readonly families: FamilyService,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** The waiting hand-over of a family; null: none. */
  waiting(tx: EntityManager, familyId: Long): Promise<HandOver | null> {
    return tx.findOneBy(HandOver, { familyId });
  }

  /** Whether it is done at once: a settled second factor was shown just now. */
  async isSure(tx: EntityManager, held: HeldSignIn): Promise<boolean> {
    return (await heldRank(tx, held, this.clock.now())) === 3;
  }

  /** The caller holds both accounts. @returns false: they are not founder and member (any more) */
  async handOver(tx: Transaction, { nextId, ...who }: HandingOver): Promise<boolean> {
    const { familyId, accountId } = who;
    if (!(await this.families.handOver(tx, familyId, accountId, nextId))) return false;
    const value = (await this.families.find(tx, familyId))?.name ?? '';
    const clientName = (await findAccount(tx, nextId))?.name ?? '';
    for (const told of [accountId, nextId])
      await this.notices.add(tx, told, {
        kind: 'familyHandedOver',
        value,
        clientName,
        byOther: told === nextId || who.instead !== undefined,
      });
    const from = who.instead && { from: accountId };
    await this.record(tx, 'family.handed-over', who, { ...from, to: nextId });
    return true;
  }

  /**
   * Begins the wait, replacing a waiting hand-over, and notifies every confirmed address of the founder. The caller
   * holds both accounts.
   */
  async ask(
    tx: Transaction,
    { nextId, ...who }: HandingOver,
    signInId: Long | null,
  ): Promise<'waits' | 'tooSoon' | 'notTheirs'> {
    const { familyId, accountId } = who;
    if (!(await this.families.mayHandOver(tx, familyId, accountId, nextId))) return 'notTheirs';
    const to = (await confirmedAddressesOf(tx, accountId, [])).map(
      ({ id: identifierId }) =>
        ({ kind: 'handOver', accountId, identifierId, familyId, clientId: null }) as const,
    );
    for (const link of to) if (await this.links.isSentTooOften(tx, link)) return 'tooSoon';
    const askedAt = this.clock.now();
    const beginsAt = new Date(askedAt.getTime() + HAND_OVER_WAIT_MS);
    await tx.upsert(HandOver, { familyId, accountId, nextId, signInId, askedAt, beginsAt }, ['familyId']);
    for (const link of to) await this.links.issue(tx, link);
    await this.record(tx, 'family.hand-over-asked', who, { to: nextId });
    return 'waits';
  }

  /** Stops a hand-over for its founder, whose account the caller holds. @returns false: none waits (any more) */
  async stop(tx: Transaction, who: Omit<HandingOver, 'nextId'>): Promise<boolean> {
    const { familyId, accountId } = who;
    if ((await this.end(tx, { familyId, accountId }, 'withdrawn')) === 0) return false;
    await this.record(tx, 'family.hand-over-stopped', who);
    return true;
  }

  /**
   * Ends waiting hand-overs, and notifies the founder.
   * @returns how many there were
   */
  async end(
    tx: Transaction,
    which: FindOptionsWhere<HandOver> | FindOptionsWhere<HandOver>[],
    endedBy: LinkEnd,
  ): Promise<number> {
    const ended = await tx.find(HandOver, { where: which, lock: { mode: 'pessimistic_write' } });
    for (const { familyId, accountId } of ended) {
      await tx.delete(HandOver, { familyId });
      await this.links.end(tx, accountId, ['handOver'], endedBy, { familyId });
      const value = (await this.families.find(tx, familyId))?.name ?? '';
      await this.notices.add(tx, accountId, { kind: 'handOverStopped', value });
    }
    return ended.length;
  }

  due(tx: EntityManager): Promise<HandOver[]> {
    const where = { beginsAt: LessThanOrEqual(this.clock.now()) };
    return tx.find(HandOver, { where, order: { beginsAt: 'ASC' }, take: 1000 });
  }

  /**
   * Carries out a hand-over that is due: of several nodes, the one that deletes its row.
   * @returns whether this one did
   */
  async carryOut(tx: Transaction, { familyId, accountId, nextId }: HandOver): Promise<boolean> {
    const founder = await lockAccount(tx, accountId, 'SHARE');
    const next = await lockAccount(tx, nextId, 'SHARE');
    if (!(await this.families.findLocked(tx, familyId))) return false; // deleted, and its hand-over with it
    const beginsAt = LessThanOrEqual(this.clock.now());
    const { affected } = await tx.delete(HandOver, { familyId, accountId, nextId, beginsAt });
    if (affected === 0) return false;
    await this.links.end(tx, accountId, ['handOver'], 'withdrawn', { familyId });
    const may = founder?.status === 'active' && next?.status === 'active';
    if (may && (await this.handOver(tx, { familyId, accountId, nextId }))) return true;
    const value = (await this.families.find(tx, familyId))?.name ?? '';
    await this.notices.add(tx, accountId, { kind: 'handOverStopped', value });
    return false;
  }

  private record(
    tx: Transaction,
    action: 'family.handed-over' | 'family.hand-over-asked' | 'family.hand-over-stopped',
    { familyId, accountId, address, clientId, instead }: Omit<HandingOver, 'nextId'>,
    details?: object,
  ): Promise<void> {
    const event = { action, outcome: 'ok', target: `family:${familyId}`, details } as const;
    return this.audit.record({ ...event, ...(instead ?? { accountId, address, clientId }) }, tx);
  }
}
