import { Injectable } from '@nestjs/common';
import { MoreThan, type EntityManager } from 'typeorm';
import { HourlyCounters } from '../../platform/activity/hourly-counters.js';
import type { Long } from '../../platform/operations/long.js';
import { isForeignKeyViolation, isUniqueViolation } from '../../platform/database/database-errors.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock } from '../../platform/security/clock.js';
import { randomSecret } from '../../platform/security/secrets.js';
import { FamilyMember, MemberType, type MemberTypeValue } from './family-member.entity.js';
import { holdFamily } from './family-statements.js';
import { Family } from './family.entity.js';
import type { Service } from '../accounts/family-services.js';
import { Picture } from './picture.entity.js';

/** Fields of a family; a missing one takes its default (§2.5), or stays as it is. */
export type FamilyFields = Partial<Pick<Family, 'name' | 'premiumType' | 'refusesUnregistered' | Service>>;

/** `createdBy`: the client that provisions it. */
export type NewFamily = FamilyFields & Pick<Family, 'name'> & Partial<Pick<Family, 'createdBy'>>;

const FOUNDED_WITH_OTHERS = `SELECT f.id, f.name FROM family_member m JOIN family f ON f.id = m.family_id
   WHERE m.account_id = $1 AND m.member_type = $2
     AND EXISTS (SELECT FROM family_member o WHERE o.family_id = m.family_id AND o.account_id <> m.account_id) ORDER BY f.id`;

type RoleListener = (tx: Transaction, familyId: Long, accountId: Long) => Promise<unknown>;

/** Families and their members (§2.5, §3.5). The caller's transaction makes each change atomic. */
@Injectable()
export class FamilyService {
  private readonly roleListeners: RoleListener[] = [];

  constructor(
    private readonly counters: HourlyCounters,
    private readonly clock: Clock,
  ) {}

  /** Registers what ends when a member's role changes or ends, in the same transaction. */
  whenRoleChanges(listener: RoleListener): void {
    this.roleListeners.push(listener);
  }

  onApplicationBootstrap(): void {
    if (this.roleListeners.length === 0)
      throw new Error("no module registers what ends with a member's role");
  }

  async create(tx: Transaction, fields: NewFamily, webp?: Buffer): Promise<Long> {
    const row = { ...fields, createdAt: this.clock.now() } as Family;
    await tx.insert(Family, row);
    if (webp) await this.setPicture(tx, row.id, webp);
    tx.afterCommit(() => this.counters.add('family'));
    return row.id;
  }

  /** @throws CallError familyIdDoesNotExist */
  /** @param webp null: there is to be none */
  async update(tx: EntityManager, familyId: Long, fields: FamilyFields, webp?: Buffer | null): Promise<void> {
    await this.lock(tx, familyId);
    if (Object.keys(fields).length > 0) await tx.update(Family, { id: familyId }, fields);
    if (webp !== undefined) await this.setPicture(tx, familyId, webp);
  }

  /**
   * Deletes a family. Adding a member and deleting the family wait for each other: never do both succeed (§3.5).
   * @throws CallError familyIdDoesNotExist, familyNotEmpty
   */
  async remove(tx: EntityManager, familyId: Long): Promise<void> {
    const { affected } = await tx.delete(Family, { id: familyId }).catch((cause: unknown) => {
      throw isForeignKeyViolation(cause) ? new CallError(Errors.familyNotEmpty, { familyId }) : cause;
    });
    if (affected === 0) throw new CallError(Errors.familyIdDoesNotExist, { familyId });
  }

  /** @throws CallError founderAlreadyExists (D14) */
  async requireNoFounder(tx: EntityManager, familyId: Long): Promise<void> {
    if (await tx.existsBy(FamilyMember, { familyId, memberType: MemberType.founder }))
      throw new CallError(Errors.founderAlreadyExists, { familyId });
  }

  /**
   * Adds a member, or changes the type of one (D16).
   * @throws CallError familyIdDoesNotExist, accountDoesNotExist, founderAlreadyExists
   */
  async putMember(
    tx: Transaction,
    familyId: Long,
    accountId: Long,
    memberType: MemberTypeValue,
    invitedBy: Long | null = null,
  ): Promise<void> {
    await this.putNewMember(tx, familyId, accountId, memberType, invitedBy);
    await this.tellRole(tx, familyId, accountId);
  }

  /**
   * Adds an account that was created in this transaction, which no node can have cached.
   * @throws CallError as putMember
   */
  async putNewMember(
    tx: EntityManager,
    familyId: Long,
    accountId: Long,
    memberType: MemberTypeValue,
    invitedBy: Long | null = null,
  ): Promise<void> {
    // The family is locked first, as everywhere: concurrent changes of one family wait and never deadlock.
    await holdFamily(tx, familyId);
    try {
      await tx
        .createQueryBuilder()
        .insert()
        .into(FamilyMember)
        .values({ familyId, accountId, memberType, invitedBy, createdAt: this.clock.now() })
        .orUpdate(['member_type'], ['family_id', 'account_id'])
        .execute();
    } catch (cause) {
      if (isUniqueViolation(cause, 'family_member_one_founder_key')) {
        throw new CallError(Errors.founderAlreadyExists, { familyId });
      }
      if (isForeignKeyViolation(cause, 'family_member_family_id_fkey')) {
        throw new CallError(Errors.familyIdDoesNotExist, { familyId });
      }
      if (isForeignKeyViolation(cause, 'family_member_account_id_fkey')) {
        throw new CallError(Errors.accountDoesNotExist, { accountId });
      }
      throw cause;
    }
  }

  /**
   * Removes a member. The founder can't leave a family that still has other members (D17); leaving twice is no error.
   * @throws CallError familyIdDoesNotExist, founderAlreadyExists
   */
  async removeMember(tx: Transaction, familyId: Long, accountId: Long): Promise<void> {
    await this.lock(tx, familyId); // nobody joins between check and removal
    const members = await tx.findBy(FamilyMember, { familyId });
    const leaving = members.find((member) => member.accountId === accountId);
    if (leaving?.memberType === MemberType.founder && members.length > 1) {
      const message = 'The founder can not leave a family that still has other members.';
      throw new CallError(Errors.founderAlreadyExists, { familyId, accountId }, { message });
    }
    await tx.delete(FamilyMember, { familyId, accountId });
    await this.tellRole(tx, familyId, accountId);
  }

  /**
   * Makes another member the founder; the previous one becomes an administrator (D236).
   * @returns false: they are no longer founder and member; nothing was changed
   */
  async handOver(tx: Transaction, familyId: Long, founderId: Long, nextId: Long): Promise<boolean> {
    if (!(await this.mayHandOver(tx, familyId, founderId, nextId))) return false;
    const { founder, administrator } = MemberType;
    const old = { familyId, accountId: founderId, memberType: founder };
    await tx.update(FamilyMember, old, { memberType: administrator }); // first, since there is one founder at most
    await tx.update(FamilyMember, { familyId, accountId: nextId }, { memberType: founder });
    for (const accountId of [founderId, nextId]) await this.tellRole(tx, familyId, accountId);
    return true;
  }

  /** Whether they are founder and another member; locks the family. */
  async mayHandOver(tx: EntityManager, familyId: Long, founderId: Long, nextId: Long): Promise<boolean> {
    await this.lock(tx, familyId);
    if (nextId === founderId || !(await tx.existsBy(FamilyMember, { familyId, accountId: nextId })))
      return false;
    return tx.existsBy(FamilyMember, { familyId, accountId: founderId, memberType: MemberType.founder });
  }

  /** Returns the families with other members that would have no founder without this account. */
  foundedWithOthers(tx: EntityManager, accountId: Long): Promise<Pick<Family, 'id' | 'name'>[]> {
    return tx.query<Pick<Family, 'id' | 'name'>[]>(FOUNDED_WITH_OTHERS, [accountId, MemberType.founder]);
  }

  /** @param createdBy the client that must have provisioned it; null: any */
  async exists(tx: EntityManager, familyId: Long, createdBy: Long | null): Promise<boolean> {
    return tx.existsBy(Family, { id: familyId, ...(createdBy !== null && { createdBy }) });
  }

  /**
   * The families with the lowest numbers above one.
   * @param createdBy the client that must have provisioned them; null: any
   */
  listAfter(
    tx: EntityManager,
    after: Long,
    most: number,
    createdBy: Long | null,
  ): Promise<Pick<Family, 'id' | 'name' | 'premiumType'>[]> {
    return tx.find(Family, {
      select: { id: true, name: true, premiumType: true },
      where: { id: MoreThan(after), ...(createdBy !== null && { createdBy }) },
      order: { id: 'ASC' },
      take: most,
    });
  }

  find(tx: EntityManager, familyId: Long): Promise<Family | null> {
    return tx.findOneBy(Family, { id: familyId });
  }

  async isNameTaken(tx: EntityManager, name: string): Promise<boolean> {
    return tx.existsBy(Family, { name });
  }

  /**
   * The ids of the account's families, the oldest first.
   * @param createdBy the client that must have provisioned them; null: any
   */
  async familiesOf(tx: EntityManager, accountId: Long, createdBy: Long | null): Promise<Long[]> {
    const memberships = tx
      .createQueryBuilder(FamilyMember, 'm')
      .select('m.family_id', 'id')
      .innerJoin(Family, 'f', 'f.id = m.familyId')
      .where({ accountId })
      .orderBy('m.family_id');
    if (createdBy !== null) memberships.andWhere('f.createdBy = :createdBy', { createdBy });
    return (await memberships.getRawMany<{ id: Long }>()).map(({ id }) => id);
  }

  /** Locks the family for a change; null when there is none. */
  findLocked(tx: EntityManager, familyId: Long): Promise<Family | null> {
    return tx.findOne(Family, { where: { id: familyId }, lock: { mode: 'pessimistic_write' } });
  }

  private async tellRole(tx: Transaction, familyId: Long, accountId: Long): Promise<void> {
    for (const listener of this.roleListeners) await listener(tx, familyId, accountId);
  }

  private async setPicture(tx: EntityManager, familyId: Long, webp: Buffer | null): Promise<void> {
    await tx.delete(Picture, { familyId });
    const picture = webp && { key: randomSecret(), familyId, webp };
    if (picture) await tx.insert(Picture, picture);
    await tx.update(Family, { id: familyId }, { pictureKey: picture?.key ?? null });
  }

  private async lock(tx: EntityManager, familyId: Long): Promise<void> {
    if (!(await this.findLocked(tx, familyId)))
      throw new CallError(Errors.familyIdDoesNotExist, { familyId });
  }
}
