import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { roleIn } from '../../identity/families/family-members.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { HandOvers } from '../../identity/hand-overs/hand-overs.js';
import { EarlierInvitations } from '../../identity/mailed-links/earlier-invitations.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { Database } from '../../platform/database/database.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import type { PageErrors } from '../../platform/pages/page-errors.js';
import type { ActingUser } from '../frame/by-user.js';
import { FamilyNotices } from './family-notices.js';

/** What members do to their families by themselves: leave, hand over, set the picture (D236). */
@Injectable()
export class OwnFamilies {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyService,
    private readonly earlier: EarlierInvitations,
    private readonly told: FamilyNotices,
    private readonly handOvers: HandOvers,
  ) {}

  /** @returns what is wrong; leaving twice is no error */
  async leave(by: ActingUser, familyId: Long): Promise<PageErrors> {
    await this.earlier.adoptBeside(by.accountId);
    return refusedFor('founderStays', this.endMembership(by, familyId));
  }

  /** By who showed a settled second factor at once, else after a wait (D335). @returns what is wrong, by form field */
  handOver({ session, ...by }: ActingUser, familyId: Long, nextId: Long): Promise<PageErrors> {
    const who = { ...by, familyId, nextId };
    return this.database.transaction(async (tx) => {
      const held = await holdSignIn(tx, { ...by, session }, 'SHARE');
      const next = await lockAccount(tx, nextId, 'SHARE'); // before the family, as everywhere
      const mayWait = next?.status === 'active';
      const isSure = mayWait && (await this.handOvers.isSure(tx, held));
      if (isSure && (await this.handOvers.handOver(tx, who))) return {};
      const outcome = mayWait && !isSure ? await this.handOvers.ask(tx, who, held.signInId) : 'notTheirs';
      if (outcome === 'waits') return {};
      return { to: outcome === 'tooSoon' ? 'sentAlready' : 'chooseFromList' };
    });
  }

  /** Its founder stops what waits; a session is enough. Stopping twice is no error. */
  async stopHandOver(by: ActingUser, familyId: Long): Promise<void> {
    const { accountId, address } = by;
    await this.database.transaction(async (tx) => {
      await holdSignIn(tx, by);
      await this.handOvers.stop(tx, { familyId, accountId, address });
    });
  }

  /** Founder and administrators alone. @returns whether it was set */
  async setPicture(by: ActingUser, familyId: Long, webp: Buffer): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      await holdSignIn(tx, by, 'SHARE');
      const role = await roleIn(tx, familyId, by.accountId);
      if (role === null || role < MemberType.administrator) return false;
      await this.families.update(tx, familyId, {}, webp);
      await this.told.pictured(tx, { familyId, ...by });
      return true;
    });
  }

  private endMembership(by: ActingUser, familyId: Long): Promise<void> {
    const { accountId } = by;
    return this.database.transaction(async (tx) => {
      await holdSignIn(tx, by, 'SHARE');
      const role = await roleIn(tx, familyId, accountId);
      if (role === null) return;
      await this.families.removeMember(tx, familyId, accountId);
      await this.told.left(tx, { familyId, ...by });
    });
  }
}

async function refusedFor(key: 'founderStays', work: Promise<void>): Promise<PageErrors> {
  try {
    await work;
    return {};
  } catch (cause) {
    if (!(cause instanceof CallError)) throw cause;
    if (cause.definition === Errors.familyIdDoesNotExist) return {}; // deleted just now
    if (cause.definition === Errors.founderAlreadyExists) return { form: key };
    throw cause;
  }
}
