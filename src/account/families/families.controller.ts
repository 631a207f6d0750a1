import { Get, Param, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Answering, type Shown } from '../../platform/operations/shown.js';
import { MemberType } from '../../identity/families/family-member.entity.js';
import { ProfileService } from '../../identity/accounts/profile.service.js';
import { CurrentOwnVisit, proofFirst, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { attemptAt } from '../../identity/sessions/form-refusal.js';
import { readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { pageErrors } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SECTIONS } from '../frame/account-frame.js';
import { byUser } from '../frame/by-user.js';
import type { AddedIdentifier } from '../../identity/mailed-links/link-shapes.js';
import { ownAddress } from '../identifiers/own-identifiers.service.js';
import { familiesPage } from './families.page.js';
import { HandOverForm, InviteForm } from './family-forms.js';
import { rolesBelow } from './family-forms.page.js';
import { FamilyInvitations } from './family-invitations.js';
import { FamilyPictures } from './family-pictures.js';
import { familyPage, type FamilyPageProps } from './family.page.js';
import { FamilyViews, type FamilySeen } from './family-views.js';
import { OwnFamilies } from './own-families.js';

type Outcome = Omit<FamilyPageProps, 'family' | 'accountId' | 'proof'>;

const FAMILY_FORM = formOn(`${SECTIONS.families}/:id`);

/** The families of a person, and what members do in them (D236). Of a family that one is not in, nothing is told. */
@AccountPages('account/families')
export class FamiliesController {
  constructor(
    private readonly views: FamilyViews,
    private readonly families: OwnFamilies,
    private readonly invitations: FamilyInvitations,
    private readonly pictures: FamilyPictures,
    private readonly profiles: ProfileService,
  ) {}

  @Get()
  @AccountPage('accountfamilies', 'The families of an account')
  list(@CurrentOwnVisit() visit: OwnVisit): Shown {
    return html(familiesPage(readerOf(visit), visit.account.families));
  }

  @Get(':id')
  @AccountPage('accountfamily', 'A family of an account, with its members')
  async show(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    return this.answer(visit, id);
  }

  @Post(':id/invite')
  @AccountPage('accountfamilyinvite', 'Invites somebody to a family', FAMILY_FORM)
  async invite(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    if (!family || family.role < MemberType.administrator) return seeOther(SECTIONS.families);
    const country = (await this.profiles.of(visit.account.accountId))?.countryCode ?? null;
    const told = { country, roles: rolesBelow(family.role) };
    const { values, problems } = await readForm(InviteForm, visit.body, told);
    const errors = pageErrors(problems);
    const invite = (): Promise<void> =>
      this.invitations.invite(byUser(visit), {
        familyId: family.id,
        name: values.name,
        address: ownAddress(values.address, country) as AddedIdentifier,
        typed: values.address,
        memberType: MemberType[values.role as 'member' | 'administrator'],
      });
    const work = problems.length === 0 ? invite() : null;
    const { answering, ...invited } = await attemptAt('form', work, errors);
    return followUp(this.answer(visit, id, { invite: { ...invited, values } }, answering));
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
    const work = problems.length === 0 ? this.families.handOver(byUser(visit), family.id, values.to) : null;
    const { answering, ...handOver } = await attemptAt('form', work, pageErrors(problems));
    return followUp(this.answer(visit, id, { handOver }, answering));
  }

  @Post(':id/hand-over/stop')
  @AccountPage('accountfamilykeep', 'Stops the hand-over of a family that waits', { writes: true })
  async stopHandOver(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    if (!family) return seeOther(SECTIONS.families);
    await this.families.stopHandOver(byUser(visit), family.id);
    return seeOther(`${SECTIONS.families}/${family.id}#hand-over`);
  }

  @Post(':id/leave')
  @AccountPage('accountfamilyleave', 'Leaves a family', FAMILY_FORM)
  async leave(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    if (!family) return seeOther(SECTIONS.families);
    const work = this.families.leave(byUser(visit), family.id);
    const { answering, ...leave } = await attemptAt('form', work);
    if (leave.isDone) return seeOther(SECTIONS.families);
    return followUp(this.answer(visit, id, { leave }, answering));
  }

  @Post(':id/picture')
  @AccountPage('accountfamilypicture', 'Sets the picture of a family', { writes: true, takes: 'picture' })
  async picture(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: string): Promise<Shown> {
    const family = await this.views.find(id, visit.account.accountId);
    if (!family || family.role < MemberType.administrator) return seeOther(SECTIONS.families);
    const errors = await this.pictures.set(byUser(visit), family.id, visit.file);
    const picture = { isDone: Object.keys(errors).length === 0, errors };
    const isWaiting = errors.file === 'pictureWaiting';
    const answering = isWaiting
      ? { status: 429, headers: { 'Retry-After': '5' } }
      : { status: picture.isDone ? 200 : 400 };
    return followUp(this.answer(visit, id, { picture }, answering));
  }

  private async answer(
    visit: OwnVisit,
    id: string,
    outcome: Outcome = {},
    answering?: Answering,
  ): Promise<Shown> {
    const { accountId } = visit.account;
    const family: FamilySeen | null = await this.views.find(id, accountId);
    if (!family) return seeOther(SECTIONS.families);
    const path = `${SECTIONS.families}/${family.id}`;
    const proof = proofFirst(visit, path);
    const page = familyPage(readerOf(visit, { path }), { family, accountId, proof, ...outcome });
    return html(page, answering);
  }
}
