import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../platform/operations/shown.js';
import { countryCodes, type OwnProfile } from '../identity/accounts/profile-rules.js';
import { ProfileService } from '../identity/accounts/profile.service.js';
import { CurrentOwnVisit, type OwnVisit } from '../identity/sessions/own-visit.js';
import { readForm } from '../platform/checks/form.js';
import { followUp } from '../platform/errors/outcome.js';
import { AccountPage } from '../platform/operations/declare.js';
import { pageErrors } from '../platform/pages/page-errors.js';
import { readerOf } from '../platform/pages/reader.js';
import { ProfileForm } from './account-forms.js';
import { SECTIONS } from './frame/account-frame.js';
import type { FormOutcome } from './frame/form-outcome.js';
import { KeptAddresses } from './identifiers/kept-addresses.js';
import { profilePage } from './profile.page.js';

/** A person's own profile. */
@AccountPages('account')
export class AccountController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly kept: KeptAddresses,
  ) {}

  @Get()
  @AccountPage('account', 'The profile of who is signed in')
  async show(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    return this.answer(visit);
  }

  @Post('profile')
  @AccountPage('accountprofile', 'Changes name, country, language and time zone', { writes: true })
  async change(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const { values, problems } = await readForm(ProfileForm, visit.body);
    const isDone = problems.length === 0;
    if (isDone) await this.profiles.change(visit.account.accountId, values, visit.address);
    const outcome = { isDone, values, errors: pageErrors(problems) };
    return followUp(this.answer(visit, outcome));
  }

  private async answer(visit: OwnVisit, outcome?: FormOutcome<OwnProfile>): Promise<Shown> {
    const { accountId } = visit.account;
    const profile = await this.profiles.of(accountId);
    if (!profile) return seeOther('/sign-in'); // deleted meanwhile
    const reader = readerOf(visit, { path: SECTIONS.profile });
    const asked = await this.kept.askedOf(accountId);
    const props = { profile, countryCodes: countryCodes(), asked, outcome };
    return html(profilePage(reader, props), { status: outcome && !outcome.isDone ? 400 : 200 });
  }
}
