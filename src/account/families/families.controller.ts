import { Get, Param, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Answering, type Shown } from '../../platform/operations/shown.js';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { mayAct, rolesFor, type FamilyAct } from '../../identity/families/family-rules.js';
import { ProfileService } from '../../identity/accounts/profile.service.js';
import { CurrentOwnVisit, proofFirst, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { attemptAt, type Attempted } from '../../identity/sessions/form-refusal.js';
import { doneIn, readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { pageErrors, type PageErrors } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import type { AddedIdentifier } from '../../identity/mailed-links/link-shapes.js';
import { ownAddress } from '../identifiers/own-identifiers.service.js';
import { problemsAt, problemsWithPicture } from './act-problems.js';
import { FamilyActs } from './family-acts.js';
import {
  FAMILY_DONE,
  type FamilyDone,
  HandOverForm,
  InviteForm,
  RefusalForm,
  RenameForm,
  ServicesForm,
} from './family-forms.js';
import { familyPage, type FamilyPageProps, familiesPage } from './family.page.js';
import { FamilyViews, type FamilySeen } from './family-views.js';
import { OwnFamilyInvitations } from './own-family-invitations.js';

type Outcome = Omit<FamilyPageProps, 'family' | 'accountId' | 'proof'>;

const FAMILY_FORM = formOn(`${SECTIONS.families}/:id`);

const LIST_DONE = { deleted: 'families.dissolved' } as const;

/** The families of a person, and what members do in them (D236). Reveals nothing of other families. */
@AccountPages('account/families')
export class FamiliesController {
  constructor(
    private readonly views: FamilyViews,
    private readonly acts: FamilyActs,
    private readonly invitations: OwnFamilyInvitations,
    private readonly profiles: ProfileService,
  ) {}

  @Get()
  @AccountPage('accountfamilies', 'The families of an account')
  list(@CurrentOwnVisit() visit: OwnVisit): Shown {
    return html(familiesPage(readerOf(visit), visit.account.families, doneIn(visit, LIST_DONE)));
  }

  @Get(':id')
  @AccountPage('accountfamily', 'A family of an account, with its members')
  async show(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    return this.answer(visit, id, { done: doneIn(visit, FAMILY_DONE) });
  }

  @Post(':id/name')
  @AccountPage('accountfamilyrename', 'Gives a family another name', { writes: true })
  async rename(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.findFor(visit, id, 'rename');
    if (!family) return seeOther(SECTIONS.families);
    const { values, problems } = await readForm(RenameForm, visit.body);
    const rename = () => problemsAt('form', this.acts.rename(byUser(visit), family.id, values.name));
    const work = problems.length === 0 ? rename() : null;
    const attempted = await attemptAt('form', work, pageErrors(problems));
    return this.after(visit, family.id, 'rename', { ...attempted, values }, 'name#rename');
  }

  @Post(':id/services')
  @AccountPage('accountfamilyservices', 'Turns services of a family on and off', { writes: true })
  async services(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.findFor(visit, id, 'setServices');
    if (!family) return seeOther(SECTIONS.families);
    const { values } = await readForm(ServicesForm, visit.body);
    const work = problemsAt('form', this.acts.setServices(byUser(visit), family.id, values));
    return this.after(visit, family.id, 'services', await attemptAt('form', work), 'services#services');
  }

  @Post(':id/strangers')
  @AccountPage(
    'accountfamilystrangers',
    'Lets members of a family connect unregistered applications, or not',
    {
      writes: true,
    },
  )
  async strangers(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.findFor(visit, id, 'setServices');
    if (!family) return seeOther(SECTIONS.families);
    const { refuses } = (await readForm(RefusalForm, visit.body)).values;
    const work = problemsAt('form', this.acts.setRefusal(byUser(visit), family.id, refuses));
    return this.after(visit, family.id, 'strangers', await attemptAt('form', work), 'strangers#strangers');
  }

  @Post(':id/picture/remove')
  @AccountPage('accountfamilypictureremove', 'Takes the picture of a family away', { writes: true })
  async removePicture(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.findFor(visit, id, 'setPicture');
    if (!family) return seeOther(SECTIONS.families);
    const work = problemsAt('file', this.acts.setPicture(byUser(visit), family.id, null));
    return this.after(visit, family.id, 'picture', await attemptAt('file', work), 'picture#picture');
  }

  @Post(':id/invite')
  @AccountPage('accountfamilyinvite', 'Invites someone to a family', FAMILY_FORM)
  async invite(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.findFor(visit, id, 'invite');
    if (!family) return seeOther(SECTIONS.families);
    const country = (await this.profiles.of(visit.account.accountId))?.countryCode ?? null;
    const told = { country, roles: rolesFor(family.role, 'invite') };
    const { values, problems } = await readForm(InviteForm, visit.body, told);
    const invite = async (): Promise<void> => {
      await this.invitations.send(byUser(visit), {
        familyId: family.id,
        name: values.name,
        address: ownAddress(values.address, country) as AddedIdentifier,
        typed: values.address,
        memberType: MemberType[values.role as 'member' | 'administrator'],
      });
    };
    const work = problems.length === 0 ? invite() : null;
    const attempted = await attemptAt('form', work, pageErrors(problems));
    return this.after(visit, family.id, 'invite', { ...attempted, values }, 'invited#invitations');
  }

  /** Withdrawing twice is no error: the page shows the pending invitations. */
  @Post(':id/invitations/:invitation/withdraw')
  @AccountPage('accountfamilywithdraw', 'Withdraws an invitation to a family', { writes: true })
  async withdraw(
    @CurrentOwnVisit() visit: OwnVisit,
    @Param('id') id: string,
    @Param('invitation') invitation: string,
  ): Promise<Shown> {
    const family = await this.findFor(visit, id, 'withdrawOwn');
    if (!family) return seeOther(SECTIONS.families);
    const isWithdrawn =
      isLong(invitation) && (await this.invitations.withdraw(byUser(visit), family.id, invitation)) === null;
    return seeOther(`${SECTIONS.families}/${family.id}${isWithdrawn ? '?done=withdrawn' : ''}#invitations`);
  }

  @Post(':id/hand-over')
  @AccountPage(
    'accountfamilyhandover',
    'Makes another member the founder of a family, at once or after three days',
    FAMILY_FORM,
  )
  async handOver(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    if (!family) return seeOther(SECTIONS.families);
    const { values, problems } = await readForm(HandOverForm, visit.body);
    const work = problems.length === 0 ? this.handOverTo(visit, family.id, values.to) : null;
    const attempted = await attemptAt('form', work, pageErrors(problems));
    return this.after(visit, family.id, 'handOver', attempted, 'handOver#members'); // at once, or after days: the page tells which
  }

  @Post(':id/hand-over/stop')
  @AccountPage('accountfamilykeep', 'Stops the hand-over of a family that waits', { writes: true })
  async stopHandOver(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    if (!family) return seeOther(SECTIONS.families);
    await this.acts.stopHandOver(byUser(visit), family.id);
    return seeOther(`${SECTIONS.families}/${family.id}#hand-over`);
  }

  @Post(':id/leave')
  @AccountPage('accountfamilyleave', 'Leaves a family', FAMILY_FORM)
  async leave(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    if (!family) return seeOther(SECTIONS.families);
    const left = this.acts.leave(byUser(visit), family.id);
    const work = left.then((refusal) => (refusal === 'gone' ? null : refusal)); // leaving twice is no error
    const { answering, ...leave } = await attemptAt('form', problemsAt('form', work));
    if (leave.isDone) return seeOther(SECTIONS.families);
    return followUp(this.answer(visit, id, { leave }, answering));
  }

  @Post(':id/picture')
  @AccountPage('accountfamilypicture', 'Sets the picture of a family', { writes: true, takes: 'picture' })
  async picture(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.findFor(visit, id, 'setPicture');
    if (!family) return seeOther(SECTIONS.families);
    const { file } = visit;
    const errors: PageErrors =
      file === null
        ? { file: 'pictureMissing' }
        : await problemsWithPicture(this.acts.setPicture(byUser(visit), family.id, file));
    if (Object.keys(errors).length === 0)
      return seeOther(`${SECTIONS.families}/${family.id}?done=pictureSaved#picture`);
    const isWaiting = errors.file === 'pictureWaiting';
    const answering = isWaiting ? { status: 429, headers: { 'Retry-After': '5' } } : { status: 400 };
    return this.answer(visit, id, { picture: { isDone: false, errors } }, answering);
  }

  /** @returns null: there is no such family, or the account may not act so in it */
  private async findFor(visit: OwnVisit, id: string, act: FamilyAct): Promise<FamilySeen | null> {
    const family = await this.views.find(id, visit.account.accountId);
    return family && mayAct(family.role, act) ? family : null;
  }

  private async handOverTo(visit: OwnVisit, familyId: Long, memberId: Long): Promise<PageErrors> {
    const refusal = await this.acts.handOver(byUser(visit), { familyId, memberId });
    if (refusal === null) return {};
    return { to: refusal === 'tooSoon' ? 'sentAlready' : 'chooseFromList' };
  }

  /** Leads to the page that says what was done, or shows what is wrong beside the form. */
  private async after(
    visit: OwnVisit,
    id: string,
    form: keyof Outcome,
    { answering, ...outcome }: Attempted & { readonly values?: object },
    done: `${FamilyDone}#${string}`,
  ): Promise<Shown> {
    if (outcome.isDone) return seeOther(`${SECTIONS.families}/${id}?done=${done}`);
    return followUp(this.answer(visit, id, { [form]: outcome }, answering));
  }

  private async answer(
    visit: OwnVisit,
    id: string,
    outcome: Outcome = {},
    answering?: Answering,
  ): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    return family ? showFamily(visit, family, outcome, answering) : seeOther(SECTIONS.families);
  }
}

function showFamily(visit: OwnVisit, family: FamilySeen, outcome: Outcome, answering?: Answering): Shown {
  const { accountId } = visit.account;
  const path = `${SECTIONS.families}/${family.id}`;
  const proof = proofFirst(visit, path);
  return html(familyPage(readerOf(visit, { path }), { family, accountId, proof, ...outcome }), answering);
}
