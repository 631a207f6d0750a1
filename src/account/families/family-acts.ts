import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import { MemberType, type MemberTypeValue } from '../../identity/families/family-member.entity.js';
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
import { PictureConverter } from '../../identity/families/picture-converter.js';
import { HandOvers } from '../../identity/hand-overs/hand-overs.js';
import { adoptInvitationsBeside } from '../../identity/mailed-links/earlier-invitations.js';
import {
  holdSignIn,
  type BySession,
  type ByUser,
  type HeldSignIn,
} from '../../identity/sessions/hold-sign-in.js';
import { holdGrant, type ByGrant } from '../../oauth/tokens/hold-grant.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import { FamilyMessages } from './family-messages.js';

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

/** A member who acts, on a page or by an application. */
interface ActingMember extends ByUser {
  /** The application; null or left out: Hearth's own pages. */
  readonly clientId?: string | null;
}

/** A member who acts by the session of a browser or of calls, or by an access token. */
export type SignedInMember = ActingMember & (BySession | ByGrant);

/** Locks the account that acts, as long as its session or grant is valid. @throws SignInRequired; CallError accessTokenInvalid */
export function holdMember(tx: Transaction, by: SignedInMember): Promise<HeldSignIn> {
  return 'session' in by ? holdSignIn(tx, by, 'SHARE') : holdGrant(tx, by, 'SHARE');
}

/** A member of a family. */
export interface FamilyMemberRef {
  readonly familyId: Long;
  readonly memberId: Long;
}

interface Asked {
  readonly familyId: Long;
  readonly act: FamilyAct;
  /** The member whom the act concerns, who is locked before the family. */
  readonly memberId?: Long;
  /** The role that the act gives: a member with it needs no change. */
  readonly role?: MemberTypeValue;
}

/** A family that is locked, the member whom the act concerns, and the sign-in of the account that acts. */
interface Held {
  readonly family: Family;
  readonly member: MemberView | null;
  readonly signIn: HeldSignIn;
}

type Change = 'family.renamed' | 'family.picture-set' | 'family.picture-removed' | OfAll;
/** Changes of which every member is notified; of others only those who run the family. */
const OF_ALL = ['family.services-set', 'family.unregistered-set'] as const;
type OfAll = (typeof OF_ALL)[number];

/**
 * What members do in their family, on pages and by calls alike, by the rules of FAMILY_RULES (D384). Each act is one transaction: it
 * locks accounts, then the family, as everywhere, and judges the role with the family locked, so that the later of two
 * acts sees what the earlier did. It is recorded, and the accounts that it concerns are notified (D385). Each returns why
 * nothing was changed; null: it is done, or was so already.
 * @throws as holdMember
 */
@Injectable()
export class FamilyActs {
  /** Accounts with a picture that is being converted: one at a time (D316). */
  private readonly converting = new Set<Long>();

  constructor(
    private readonly database: Database,
    private readonly families: FamilyService,
    private readonly handOvers: HandOvers,
    private readonly converter: PictureConverter,
    private readonly messages: FamilyMessages,
    private readonly audit: AuditLog,
  ) {}

  rename(by: SignedInMember, familyId: Long, name: string): Outcome {
    return this.act(by, { familyId, act: 'rename' }, async (tx, { family }) => {
      if (family.name === name) return;
      await this.families.update(tx, familyId, { name });
      await this.tell(tx, 'family.renamed', { familyId, by });
    });
  }

  /**
   * Sets the picture (D27).
   * @param upload null: takes the picture away
   * @throws CallError imageInvalid, imageTooLarge, unavailable
   */
  async setPicture(by: SignedInMember, familyId: Long, upload: Buffer | null): Outcome {
    const { accountId } = by;
    if (this.converting.has(accountId)) return 'converting';
    this.converting.add(accountId);
    try {
      // Before the transaction: no connection waits for it.
      const webp = upload && (await this.converter.toWebp(upload));
      return await this.act(by, { familyId, act: 'setPicture' }, async (tx, { family }) => {
        if (webp === null && family.pictureKey === null) return;
        await this.families.update(tx, familyId, {}, webp);
        const action = webp === null ? 'family.picture-removed' : 'family.picture-set';
        await this.tell(tx, action, { familyId, by });
      });
    } finally {
      this.converting.delete(accountId);
    }
  }

  /** @param services those left out stay as they are */
  setServices(by: SignedInMember, familyId: Long, services: Partial<ServicesOn>): Outcome {
    return this.act(by, { familyId, act: 'setServices' }, async (tx, { family }) => {
      const changed = SERVICES.filter(
        (service) => services[service] !== undefined && services[service] !== family[service],
      );
      if (changed.length === 0) return;
      const fields = Object.fromEntries(changed.map((service) => [service, services[service]]));
      await this.families.update(tx, familyId, fields);
      await this.tell(tx, 'family.services-set', { familyId, by }, fields);
    });
  }

  setRefusal(by: SignedInMember, familyId: Long, refusesUnregistered: boolean): Outcome {
    return this.act(by, { familyId, act: 'setServices' }, async (tx, { family }) => {
      if (family.refusesUnregistered === refusesUnregistered) return;
      await this.families.update(tx, familyId, { refusesUnregistered });
      await this.tell(tx, 'family.unregistered-set', { familyId, by }, { refusesUnregistered });
    });
  }

  removeMember(by: SignedInMember, { familyId, memberId }: FamilyMemberRef): Outcome {
    return this.act(by, { familyId, act: 'removeMember', memberId }, async (tx) => {
      await this.families.removeMember(tx, familyId, memberId);
      await this.messages.memberRemoved(tx, { familyId, by: by.accountId }, memberId);
      await recordAct(this.audit, tx, 'family.member-removed', { familyId, by }, { account: memberId });
    });
  }

  /** Makes a member an administrator, or an administrator a member. */
  changeRole(
    by: SignedInMember,
    { familyId, memberId }: FamilyMemberRef,
    act: keyof typeof GIVEN_ROLE,
  ): Outcome {
    const role = GIVEN_ROLE[act];
    return this.act(by, { familyId, act, memberId, role }, async (tx, { member }) => {
      if (member?.memberType === role) return;
      await this.families.putMember(tx, familyId, memberId, role);
      await this.messages.roleChanged(tx, { familyId, by: by.accountId }, memberId, role);
      const details = { account: memberId, accountType: role };
      await recordAct(this.audit, tx, 'family.role-set', { familyId, by }, details);
    });
  }

  /** Hands over at once after a settled second factor, else after a wait (D335). */
  handOver(by: SignedInMember, { familyId, memberId }: FamilyMemberRef): Outcome {
    return this.act(by, { familyId, act: 'handOver', memberId }, async (tx, { member, signIn }) => {
      if (member?.status !== 'active') return 'noMember';
      const { accountId, address, clientId } = by;
      const who = { familyId, accountId, address, clientId, nextId: memberId };
      if (await this.handOvers.isSure(tx, signIn))
        return (await this.handOvers.handOver(tx, who)) ? undefined : 'noMember';
      const outcome = await this.handOvers.ask(tx, who, signIn.signInId);
      if (outcome === 'tooSoon') return 'tooSoon';
      return outcome === 'notTheirs' ? 'noMember' : undefined;
    });
  }

  /** Stops a pending hand-over; stopping twice is no error. */
  async stopHandOver(by: SignedInMember, familyId: Long): Outcome {
    const { accountId, address, clientId } = by;
    await this.database.transaction(async (tx) => {
      await holdMember(tx, by);
      await this.handOvers.stop(tx, { familyId, accountId, address, clientId });
    });
    return null;
  }

  /** The founder of others stays. Leaving is quiet (D385). */
  async leave(by: SignedInMember, familyId: Long): Outcome {
    await adoptInvitationsBeside(this.database, by.accountId);
    return this.act(by, { familyId, act: 'leave' }, async (tx) => {
      try {
        await this.families.removeMember(tx, familyId, by.accountId);
      } catch (cause) {
        if (!(cause instanceof CallError) || cause.definition !== Errors.founderAlreadyExists) throw cause;
        return 'founderStays';
      }
      await recordAct(this.audit, tx, 'member.left', { familyId, by });
    });
  }

  /** Deletes the family in which nobody else is. */
  async dissolve(by: SignedInMember, familyId: Long): Outcome {
    await adoptInvitationsBeside(this.database, by.accountId);
    return this.act(by, { familyId, act: 'dissolve' }, async (tx) => {
      if ((await familyMembersOf(tx, familyId)).length !== 1) return 'notEmpty';
      await this.messages.dissolved(tx, familyId, by.accountId); // while there is a family
      await recordAct(this.audit, tx, 'family.dissolved', { familyId, by });
      await this.families.removeMember(tx, familyId, by.accountId);
      await this.families.remove(tx, familyId);
    });
  }

  /** Locks and judges, then acts. */
  private act(
    by: SignedInMember,
    { familyId, act, memberId, role: given }: Asked,
    work: (tx: Transaction, held: Held) => Promise<ActRefusal | undefined>,
  ): Outcome {
    return this.database.transaction(async (tx) => {
      const signIn = await holdMember(tx, by);
      if (memberId !== undefined) await lockAccount(tx, memberId, 'SHARE');
      const family = await this.families.findLocked(tx, familyId);
      const role = family && (await roleIn(tx, familyId, by.accountId));
      if (family === null || role === null) return 'gone';
      if (!mayAct(role, act)) return 'notAllowed';
      if (memberId === undefined) return (await work(tx, { family, member: null, signIn })) ?? null;
      const member = await shownMemberOf(tx, familyId, memberId);
      if (member === null) return 'noMember';
      if (member.memberType !== given && !mayAct(role, act, member.memberType)) return 'notAllowed';
      return (await work(tx, { family, member, signIn })) ?? null;
    });
  }

  /** Notifies those who run the family, or all of its members, and records the change. */
  private async tell(tx: Transaction, action: Change, done: Done, details?: object): Promise<void> {
    const isOfAll = OF_ALL.some((each) => each === action);
    const lowest = isOfAll ? MemberType.member : MemberType.administrator;
    await this.messages.changed(tx, { familyId: done.familyId, by: done.by.accountId }, lowest);
    await recordAct(this.audit, tx, action, done, details);
  }
}

/** A change of a family, and the member who made it. */
interface Done {
  readonly familyId: Long;
  readonly by: ActingMember;
}

/** Records what a member did to their family. */
export function recordAct(
  audit: AuditLog,
  tx: Transaction,
  action: Extract<AuditAction, `family.${string}`> | 'member.left',
  { familyId, by: { accountId, address, clientId = null } }: Done,
  details?: object,
): Promise<void> {
  const event = { action, outcome: 'ok', target: `family:${familyId}`, details } as const;
  return audit.record({ ...event, accountId, address, clientId }, tx);
}
