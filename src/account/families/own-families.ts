import { Injectable } from '@nestjs/common';
import type { GIVEN_ROLE } from '../../identity/families/family-rules.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import type { ErrorKey, PageErrors } from '../../platform/pages/page-errors.js';
import type { ActingUser } from '../frame/by-user.js';
import type { ActRefusal, FamilyMemberRef, ServicesOn } from './family-acts.js';
import { MemberActs } from './member-acts.js';

/** The text for each refusal, at the field that it concerns or for the form as a whole. */
const TEXTS: Readonly<Record<ActRefusal, ErrorKey>> = {
  gone: 'notAllowed',
  notAllowed: 'notAllowed',
  noMember: 'noLongerMember',
  noInvitation: 'notAllowed',
  notEmpty: 'familyHasOthers',
  founderStays: 'founderStays',
  tooSoon: 'sentAlready',
  converting: 'pictureWaiting',
};

/** Acts of members on their families, on pages: tells what is wrong by form field (D236, D384). */
@Injectable()
export class OwnFamilies {
  constructor(private readonly members: MemberActs) {}

  /** Leaves the family; leaving twice is no error. */
  async leave(by: ActingUser, familyId: Long): Promise<PageErrors> {
    const refusal = await this.members.actAmongMembers(by, (tx, acts) => acts.leave(tx, by, familyId));
    return refusal === 'gone' ? {} : problemsAt('form', refusal);
  }

  /** Hands over at once after a settled second factor, else after a wait (D335). */
  async handOver(by: ActingUser, familyId: Long, memberId: Long): Promise<PageErrors> {
    const to = { familyId, memberId };
    const refusal = await this.members.act(by, (tx, acts, held) => acts.handOver(tx, by, to, held));
    return problemsAt('to', refusal === null || refusal === 'tooSoon' ? refusal : 'chooseFromList');
  }

  /** Stops a pending hand-over by the founder; a session is enough. Stopping twice is no error. */
  async stopHandOver(by: ActingUser, familyId: Long): Promise<void> {
    await this.members.act(by, (tx, acts) => acts.stopHandOver(tx, by, familyId));
  }

  async setPicture(by: ActingUser, familyId: Long, upload: Buffer | null): Promise<PageErrors> {
    if (upload === null) return { file: 'pictureMissing' };
    try {
      return problemsAt('file', await this.members.setPicture(by, familyId, upload));
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      if (cause.definition === Errors.imageInvalid) return { file: 'pictureInvalid' };
      if (cause.definition === Errors.imageTooLarge) return { file: 'pictureTooLarge' };
      if (cause.definition === Errors.unavailable) return { file: 'busy' };
      throw cause;
    }
  }

  async removePicture(by: ActingUser, familyId: Long): Promise<PageErrors> {
    return problemsAt('file', await this.members.setPicture(by, familyId, null));
  }

  async rename(by: ActingUser, familyId: Long, name: string): Promise<PageErrors> {
    return problemsAt('form', await this.members.act(by, (tx, acts) => acts.rename(tx, by, familyId, name)));
  }

  async setServices(by: ActingUser, familyId: Long, on: ServicesOn): Promise<PageErrors> {
    const refusal = await this.members.act(by, (tx, acts) => acts.setServices(tx, by, familyId, on));
    return problemsAt('form', refusal);
  }

  async setRefusal(by: ActingUser, familyId: Long, isRefused: boolean): Promise<PageErrors> {
    const refusal = await this.members.act(by, (tx, acts) => acts.setRefusal(tx, by, familyId, isRefused));
    return problemsAt('form', refusal);
  }

  async removeMember(by: ActingUser, familyId: Long, memberId: Long): Promise<PageErrors> {
    const which = { familyId, memberId };
    return problemsAt('form', await this.members.act(by, (tx, acts) => acts.removeMember(tx, by, which)));
  }

  async changeRole(
    by: ActingUser,
    which: FamilyMemberRef,
    act: keyof typeof GIVEN_ROLE,
  ): Promise<PageErrors> {
    return problemsAt('form', await this.members.act(by, (tx, acts) => acts.changeRole(tx, by, which, act)));
  }

  /** Deletes the family in which nobody else is. */
  async dissolve(by: ActingUser, familyId: Long): Promise<PageErrors> {
    const refusal = await this.members.actAmongMembers(by, (tx, acts) => acts.dissolve(tx, by, familyId));
    return problemsAt('form', refusal);
  }
}

function problemsAt(field: string, problem: ActRefusal | 'chooseFromList' | null): PageErrors {
  if (problem === null) return {};
  return { [field]: problem === 'chooseFromList' ? problem : TEXTS[problem] };
}
