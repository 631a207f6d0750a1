import { Controller, Get, Header, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MemberType } from '../../identity/families/family-member.entity.js';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { ProfileService } from '../../identity/accounts/profile.service.js';
import { CurrentAccount, proofFirst } from '../../identity/sessions/current-account.js';
import { refusedAt } from '../../identity/sessions/form-refusal.js';
import { readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { uploadedFile } from '../../platform/operations/page-bodies.js';
import { pageErrors, type PageErrors } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SECTIONS } from '../account-frame.js';
import { byUser } from '../by-user.js';
import type { AddedIdentifier } from '../../identity/mailed-links/link-shapes.js';
import { ownAddress } from '../own-identifiers.service.js';
import { familiesPage } from './families.page.js';
import { HandOverForm, InviteForm } from './family-forms.js';
import { rolesBelow } from './family-forms.page.js';
import { FamilyInvitations } from './family-invitations.js';
import { FamilyPictures } from './family-pictures.js';
import { familyPage, type FamilyPageProps } from './family.page.js';
import { FamilyViews, type FamilySeen } from './family-views.js';
import { OwnFamilies } from './own-families.js';

type Outcome = Omit<FamilyPageProps, 'family' | 'accountId' | 'proof'>;

const FAMILY_FORM = { writes: true, isSensitive: { formOn: `${SECTIONS.families}/:id` } } as const;

/** The families of a person, and what members do in them (D236). Of a family that one is not in, nothing is told. */
@ApiExcludeController()
@Controller('account/families')
export class FamiliesController {
  constructor(
    private readonly views: FamilyViews,
    private readonly families: OwnFamilies,
    private readonly invitations: FamilyInvitations,
    private readonly pictures: FamilyPictures,
    private readonly profiles: ProfileService,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @AccountPage('accountfamilies', 'The families of an account')
  list(@CurrentAccount() { families }: AccountInformationView, @Req() request: Request): string {
    return familiesPage(readerOf(request), families);
  }

  @Get(':id')
  @AccountPage('accountfamily', 'A family of an account, with its members')
  async show(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.answer(account, id, request, response);
  }

  @Post(':id/invite')
  @AccountPage('accountfamilyinvite', 'Invites somebody to a family', FAMILY_FORM)
  async invite(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const family = await this.views.find(id, account.accountId);
    if (!family || family.role < MemberType.administrator) return response.redirect(303, SECTIONS.families);
    const country = (await this.profiles.of(account.accountId))?.countryCode ?? null;
    const told = { country, roles: rolesBelow(family.role) };
    const { values, problems } = await readForm(InviteForm, request.body, told);
    const errors = pageErrors(problems);
    const invite = (): Promise<void> =>
      this.invitations.invite(byUser(account, request), {
        familyId: family.id,
        name: values.name,
        address: ownAddress(values.address, country) as AddedIdentifier,
        typed: values.address,
        memberType: MemberType[values.role as 'member' | 'administrator'],
      });
    const work = problems.length === 0 ? invite() : Promise.resolve();
    const invited = await this.outcomeOf(response, work, errors);
    await followUp(this.answer(account, id, request, response, { invite: { ...invited, values } }));
  }

  @Post(':id/hand-over')
  @AccountPage(
    'accountfamilyhandover',
    'Makes another member the founder of a family, at once or after three days',
    FAMILY_FORM,
  )
  async handOver(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const family = await this.views.find(id, account.accountId);
    if (!family) return response.redirect(303, SECTIONS.families);
    const { values, problems } = await readForm(HandOverForm, request.body);
    const work =
      problems.length === 0
        ? this.families.handOver(byUser(account, request), family.id, values.to)
        : Promise.resolve();
    const handOver = await this.outcomeOf(response, work, pageErrors(problems));
    await followUp(this.answer(account, id, request, response, { handOver }));
  }

  @Post(':id/hand-over/stop')
  @AccountPage('accountfamilykeep', 'Stops the hand-over of a family that waits', { writes: true })
  async stopHandOver(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const family = await this.views.find(id, account.accountId);
    if (!family) return response.redirect(303, SECTIONS.families);
    await this.families.stopHandOver(byUser(account, request), family.id);
    response.redirect(303, `${SECTIONS.families}/${family.id}#hand-over`);
  }

  @Post(':id/leave')
  @AccountPage('accountfamilyleave', 'Leaves a family', FAMILY_FORM)
  async leave(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const family = await this.views.find(id, account.accountId);
    if (!family) return response.redirect(303, SECTIONS.families);
    const work = this.families.leave(byUser(account, request), family.id);
    const leave = await this.outcomeOf(response, work, {});
    if (leave.isDone) return response.redirect(303, SECTIONS.families);
    await followUp(this.answer(account, id, request, response, { leave }));
  }

  @Post(':id/picture')
  @AccountPage('accountfamilypicture', 'Sets the picture of a family', { writes: true, takes: 'picture' })
  async picture(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const family = await this.views.find(id, account.accountId);
    if (!family || family.role < MemberType.administrator) return response.redirect(303, SECTIONS.families);
    const errors = await this.pictures.set(byUser(account, request), family.id, uploadedFile(request));
    const picture = { isDone: Object.keys(errors).length === 0, errors };
    if (errors.file === 'pictureWaiting') response.status(429).set('Retry-After', '5');
    else response.status(picture.isDone ? 200 : 400);
    await followUp(this.answer(account, id, request, response, { picture }));
  }

  private async outcomeOf(
    response: Response,
    work: Promise<PageErrors | void>,
    found: PageErrors,
  ): Promise<{ isDone: boolean; errors: PageErrors }> {
    response.status(400);
    const errors = { ...found, ...(await refusedAt(response, 'form', work)) };
    const isDone = Object.keys(errors).length === 0;
    if (isDone) response.status(200);
    return { isDone, errors };
  }

  private async answer(
    { accountId }: AccountInformationView,
    id: string,
    request: Request,
    response: Response,
    outcome: Outcome = {},
  ): Promise<void> {
    const family: FamilySeen | null = await this.views.find(id, accountId);
    if (!family) return response.redirect(303, SECTIONS.families);
    const path = `${SECTIONS.families}/${family.id}`;
    const proof = proofFirst(request, path);
    const page = familyPage(readerOf(request, { path }), { family, accountId, proof, ...outcome });
    response.type('html').send(page);
  }
}
