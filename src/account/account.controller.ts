import { Controller, Get, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { countryCodes, type OwnProfile } from '../identity/accounts/profile-rules.js';
import { ProfileService } from '../identity/accounts/profile.service.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { readForm } from '../platform/checks/form.js';
import { followUp } from '../platform/errors/outcome.js';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { pageErrors } from '../platform/pages/page-errors.js';
import { readerOf } from '../platform/pages/reader.js';
import { ProfileForm } from './account-forms.js';
import { SECTIONS } from './account-frame.js';
import type { FormOutcome } from './form-outcome.js';
import { KeptAddresses } from './kept-addresses.js';
import { profilePage } from './profile.page.js';

/** A person's own profile. */
@ApiExcludeController()
@Controller('account')
export class AccountController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly kept: KeptAddresses,
  ) {}

  @Get()
  @AccountPage('account', 'The profile of who is signed in')
  async show(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.answer(account, request, response);
  }

  @Post('profile')
  @AccountPage('accountprofile', 'Changes name, country, language and time zone', { writes: true })
  async change(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { values, problems } = await readForm(ProfileForm, request.body);
    const isDone = problems.length === 0;
    if (isDone) await this.profiles.change(account.accountId, values, exchangeOf(request).origin.address);
    response.status(isDone ? 200 : 400);
    const outcome = { isDone, values, errors: pageErrors(problems) };
    await followUp(this.answer(account, request, response, outcome));
  }

  private async answer(
    { accountId }: AccountInformationView,
    request: Request,
    response: Response,
    outcome?: FormOutcome<OwnProfile>,
  ): Promise<void> {
    const profile = await this.profiles.of(accountId);
    if (!profile) return response.redirect(303, '/sign-in'); // deleted meanwhile
    const reader = readerOf(request, { path: SECTIONS.profile });
    const asked = await this.kept.askedOf(accountId);
    const props = { profile, countryCodes: countryCodes(), asked, outcome };
    response.type('html').send(profilePage(reader, props));
  }
}
