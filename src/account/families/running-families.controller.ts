import { Get, Param, Post } from '@nestjs/common';
import type { MemberView } from '../../identity/families/family-members.js';
import { mayAct } from '../../identity/families/family-rules.js';
import { attemptAt } from '../../identity/sessions/form-refusal.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPages } from '../../platform/operations/controllers.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { html, seeOther, type Answering, type Shown } from '../../platform/operations/shown.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import { problemsAt } from './act-problems.js';
import { FamilyActs, type ActRefusal, type FamilyMemberRef } from './family-acts.js';
import { MemberRoleForm } from './family-forms.js';
import { FamilyViews, type FamilySeen } from './family-views.js';
import { dissolvePage, isManageable, mayDissolve, memberPage } from './member-management.page.js';

const MEMBER = `${SECTIONS.families}/:id/members/:member`;

/** A family that the account is in, and another member of it whom the account may manage. */
interface Managed {
  readonly family: FamilySeen;
  readonly member: MemberView;
}

/**
 * What takes away from other members or changes who runs a family, and its end (D384): each asks for a recent proof and is
 * confirmed on a page of its own, which names the member or the family.
 */
@AccountPages('account/families')
export class RunningFamiliesController {
  constructor(
    private readonly views: FamilyViews,
    private readonly acts: FamilyActs,
  ) {}

  @Get(':id/members/:member')
  @AccountPage('accountfamilymember', 'A member of a family, to change the role or to remove', {
    isSensitive: true,
  })
  async show(
    @CurrentOwnVisit() visit: OwnVisit,
    @Param('id') id: string,
    @Param('member') memberId: string,
  ): Promise<Shown> {
    return this.answer(visit, id, memberId);
  }

  @Post(':id/members/:member/role')
  @AccountPage(
    'accountfamilyrole',
    'Makes a member an administrator, or an administrator a member',
    formOn(MEMBER),
  )
  async changeRole(
    @CurrentOwnVisit() visit: OwnVisit,
    @Param('id') id: string,
    @Param('member') memberId: string,
  ): Promise<Shown> {
    const managed = await this.find(visit, id, memberId);
    if (!managed) return seeOther(`${SECTIONS.families}/${encodeURIComponent(id)}`);
    const { values, problems } = await readForm(MemberRoleForm, visit.body);
    if (problems.length > 0) return this.answer(visit, id, memberId, 'chooseFromList', { status: 400 });
    const act = values.role === 'member' ? 'makeMember' : 'makeAdministrator';
    return this.done(visit, managed, 'role', this.acts.changeRole(byUser(visit), refOf(managed), act));
  }

  @Post(':id/members/:member/remove')
  @AccountPage('accountfamilyremove', 'Removes a member from a family', formOn(MEMBER))
  async remove(
    @CurrentOwnVisit() visit: OwnVisit,
    @Param('id') id: string,
    @Param('member') memberId: string,
  ): Promise<Shown> {
    const managed = await this.find(visit, id, memberId);
    if (!managed) return seeOther(`${SECTIONS.families}/${encodeURIComponent(id)}`);
    return this.done(visit, managed, 'removed', this.acts.removeMember(byUser(visit), refOf(managed)));
  }

  @Get(':id/delete')
  @AccountPage('accountfamilyend', 'Asks whether to delete a family in which nobody else is', {
    isSensitive: true,
  })
  async askToDelete(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    if (!family || !mayDissolve(family)) return seeOther(SECTIONS.families);
    return html(dissolvePage(readerOf(visit), { family }));
  }

  @Post(':id/delete')
  @AccountPage(
    'accountfamilydelete',
    'Deletes a family in which nobody else is',
    formOn(`${SECTIONS.families}/:id/delete`),
  )
  async delete(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    if (!family || !mayAct(family.role, 'dissolve')) return seeOther(SECTIONS.families);
    const work = problemsAt('form', this.acts.dissolve(byUser(visit), family.id));
    const { isDone, errors, answering } = await attemptAt('form', work);
    if (isDone) return seeOther(`${SECTIONS.families}?done=deleted`);
    return html(dissolvePage(readerOf(visit), { family, error: errors.form }), answering);
  }

  private async done(
    visit: OwnVisit,
    { family, member }: Managed,
    done: string,
    act: Promise<ActRefusal | null>,
  ): Promise<Shown> {
    const { isDone, errors, answering } = await attemptAt('form', problemsAt('form', act));
    if (isDone) return seeOther(`${SECTIONS.families}/${family.id}?done=${done}#members`);
    return followUp(this.answer(visit, family.id, member.accountId, errors.form, answering));
  }

  /** Shows the family instead of a member whom the account may not manage. */
  private async answer(
    visit: OwnVisit,
    id: string,
    memberId: string,
    error?: ErrorKey,
    answering?: Answering,
  ): Promise<Shown> {
    const managed = await this.find(visit, id, memberId);
    if (!managed) return seeOther(`${SECTIONS.families}/${encodeURIComponent(id)}`);
    return html(memberPage(readerOf(visit), { ...managed, error }), answering);
  }

  private async find(visit: OwnVisit, id: string, memberId: string): Promise<Managed | null> {
    const family = await this.views.find(id, visit.account.accountId);
    const member = family?.members.find(({ accountId }) => accountId === memberId);
    return family && member && isManageable(family, member) ? { family, member } : null;
  }
}

function refOf({ family, member }: Managed): FamilyMemberRef {
  return { familyId: family.id, memberId: member.accountId };
}
