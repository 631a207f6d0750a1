import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import type { MemberTypeValue } from '../../identity/families/family-member.entity.js';
import {
  familyMembersOf,
  roleIn,
  shownMemberOf,
  type MemberView,
} from '../../identity/families/family-members.js';
import { GIVEN_ROLE, mayAct, type FamilyAct } from '../../identity/families/family-rules.js';
import type { Family } from '../../identity/families/family.entity.js';
import { SERVICES, type Service } from '../../identity/accounts/family-services.js';
import { FamilyService } from '../../identity/families/family.service.js';
import { HandOvers } from '../../identity/hand-overs/hand-overs.js';
import type { HeldSignIn } from '../../identity/sessions/hold-sign-in.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { FamilyNotices, type ActingMember } from './family-notices.js';

/**
 * Why nothing was changed. `gone`: there is no such family, or the account is no member of it. `tooSoon`: a link was sent
 * a short while ago. `converting`: another picture of the account is being converted.
 */
export type ActRefusal =
  | 'gone'
  | 'noMember'
  | 'notAllowed'
  | 'noInvitation'
  | 'notEmpty'
  | 'founderStays'
  | 'tooSoon'
  | 'converting';
type Outcome = Promise<ActRefusal | null>;

/** The services that are on, by the properties of a family. */
export type ServicesOn = Readonly<Record<Service, boolean>>;

/** A member of a family. */
export interface FamilyMemberRef {
  readonly familyId: Long;
  readonly memberId: Long;
}

/** A family that is locked, and the member whom the act concerns. */
interface Held {
  readonly family: Family;
  readonly member: MemberView | null;
}

/**
 * What members do in their family, by the rules of FAMILY_RULES (D384). Each act judges the role with the family locked, so that
 * the later of two acts sees what the earlier did. The caller's transaction holds the account that acts; locks are
 * taken as everywhere: accounts, then the family. Each returns why nothing was changed; null: it is done, or was so already.
 */
@Injectable()
export class FamilyActs {
  constructor(
    private readonly families: FamilyService,
    private readonly handOvers: HandOvers,
    private readonly told: FamilyNotices,
  ) {}

  rename(tx: Transaction, by: ActingMember, familyId: Long, name: string): Outcome {
    return this.acting(tx, by, { familyId, act: 'rename' }, async ({ family }) => {
      if (family.name === name) return;
      await this.families.update(tx, familyId, { name });
      await this.told.changed(tx, 'family.renamed', { familyId, by });
    });
  }

  /** @param webp null: takes the picture away */
  setPicture(tx: Transaction, by: ActingMember, familyId: Long, webp: Buffer | null): Outcome {
    return this.acting(tx, by, { familyId, act: 'setPicture' }, async ({ family }) => {
      if (webp === null && family.pictureKey === null) return;
      await this.families.update(tx, familyId, {}, webp);
      const action = webp === null ? 'family.picture-removed' : 'family.picture-set';
      await this.told.changed(tx, action, { familyId, by });
    });
  }

  /** @param services those left out stay as they are */
  setServices(tx: Transaction, by: ActingMember, familyId: Long, services: Partial<ServicesOn>): Outcome {
    return this.acting(tx, by, { familyId, act: 'setServices' }, async ({ family }) => {
      const changed = SERVICES.filter(
        (service) => services[service] !== undefined && services[service] !== family[service],
      );
      if (changed.length === 0) return;
      const fields = Object.fromEntries(changed.map((service) => [service, services[service]]));
      await this.families.update(tx, familyId, fields);
      await this.told.changed(tx, 'family.services-set', { familyId, by }, fields);
    });
  }

  setRefusal(tx: Transaction, by: ActingMember, familyId: Long, refusesUnregistered: boolean): Outcome {
    return this.acting(tx, by, { familyId, act: 'setServices' }, async ({ family }) => {
      if (family.refusesUnregistered === refusesUnregistered) return;
      await this.families.update(tx, familyId, { refusesUnregistered });
      await this.told.changed(tx, 'family.unregistered-set', { familyId, by }, { refusesUnregistered });
    });
  }

  removeMember(tx: Transaction, by: ActingMember, { familyId, memberId }: FamilyMemberRef): Outcome {
    return this.acting(tx, by, { familyId, act: 'removeMember', memberId }, async () => {
      await this.families.removeMember(tx, familyId, memberId);
      await this.told.memberRemoved(tx, { familyId, by }, memberId);
    });
  }

  /** Makes a member an administrator, or an administrator a member. */
  changeRole(
    tx: Transaction,
    by: ActingMember,
    { familyId, memberId }: FamilyMemberRef,
    act: keyof typeof GIVEN_ROLE,
  ): Outcome {
    const role = GIVEN_ROLE[act];
    return this.acting(tx, by, { familyId, act, memberId, role }, async ({ member }) => {
      if (member?.memberType === role) return;
      await this.families.putMember(tx, familyId, memberId, role);
      await this.told.roleChanged(tx, { familyId, by }, memberId, role);
    });
  }

  /** Hands over at once after a settled second factor, else after a wait (D335). */
  handOver(
    tx: Transaction,
    by: ActingMember,
    { familyId, memberId }: FamilyMemberRef,
    held: HeldSignIn,
  ): Outcome {
    return this.acting(tx, by, { familyId, act: 'handOver', memberId }, async ({ member }) => {
      if (member?.status !== 'active') return 'noMember';
      const { accountId, address, clientId } = by;
      const who = { familyId, accountId, address, clientId, nextId: memberId };
      if (await this.handOvers.isSure(tx, held))
        return (await this.handOvers.handOver(tx, who)) ? undefined : 'noMember';
      const outcome = await this.handOvers.ask(tx, who, held.signInId);
      if (outcome === 'tooSoon') return 'tooSoon';
      return outcome === 'notTheirs' ? 'noMember' : undefined;
    });
  }

  /** Stops a pending hand-over; stopping twice is no error. */
  async stopHandOver(tx: Transaction, by: ActingMember, familyId: Long): Outcome {
    const { accountId, address, clientId } = by;
    await this.handOvers.stop(tx, { familyId, accountId, address, clientId });
    return null;
  }

  /** The founder of others stays. Leaving is quiet (D385). */
  leave(tx: Transaction, by: ActingMember, familyId: Long): Outcome {
    return this.acting(tx, by, { familyId, act: 'leave' }, async () => {
      try {
        await this.families.removeMember(tx, familyId, by.accountId);
      } catch (cause) {
        if (!(cause instanceof CallError) || cause.definition !== Errors.founderAlreadyExists) throw cause;
        return 'founderStays';
      }
      await this.told.record(tx, 'member.left', { familyId, by });
    });
  }

  /** Deletes the family in which nobody else is. */
  dissolve(tx: Transaction, by: ActingMember, familyId: Long): Outcome {
    return this.acting(tx, by, { familyId, act: 'dissolve' }, async () => {
      if ((await familyMembersOf(tx, familyId)).length !== 1) return 'notEmpty';
      await this.told.dissolved(tx, { familyId, by });
      await this.families.removeMember(tx, familyId, by.accountId);
      await this.families.remove(tx, familyId);
    });
  }

  /**
   * Locks and judges, then acts.
   * @param asked.memberId the member whom the act concerns, who is locked before the family
   * @param asked.role the role that the act gives: a member with it needs no change
   */
  private async acting(
    tx: Transaction,
    by: ActingMember,
    asked: {
      readonly familyId: Long;
      readonly act: FamilyAct;
      readonly memberId?: Long;
      readonly role?: MemberTypeValue;
    },
    work: (held: Held) => Promise<ActRefusal | undefined>,
  ): Outcome {
    const { familyId, act, memberId, role: given } = asked;
    if (memberId !== undefined) await lockAccount(tx, memberId, 'SHARE');
    const family = await this.families.findLocked(tx, familyId);
    const role = family && (await roleIn(tx, familyId, by.accountId));
    if (family === null || role === null) return 'gone';
    if (!mayAct(role, act)) return 'notAllowed';
    if (memberId === undefined) return (await work({ family, member: null })) ?? null;
    const member = await shownMemberOf(tx, familyId, memberId);
    if (member === null) return 'noMember';
    if (member.memberType !== given && !mayAct(role, act, member.memberType)) return 'notAllowed';
    return (await work({ family, member })) ?? null;
  }
}
