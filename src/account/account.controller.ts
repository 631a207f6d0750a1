import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../platform/operations/visit.js';
import { countryCodes, type OwnProfile } from '../identity/accounts/profile-rules.js';
import { ProfileService } from '../identity/accounts/profile.service.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
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
  async show(
    @CurrentAccount() account: AccountInformationView,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    return this.answer(account, visit);
  }

  @Post('profile')
  @AccountPage('accountprofile', 'Changes name, country, language and time zone', { writes: true })
  async change(
    @CurrentAccount() account: AccountInformationView,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const { values, problems } = await readForm(ProfileForm, visit.body);
    const isDone = problems.length === 0;
    if (isDone) await this.profiles.change(account.accountId, values, visit.address);
    const outcome = { isDone, values, errors: pageErrors(problems) };
    return followUp(this.answer(account, visit, outcome));
  }

  private async answer(
    { accountId }: AccountInformationView,
    visit: Visit,
    outcome?: FormOutcome<OwnProfile>,
  ): Promise<Shown> {
    const profile = await this.profiles.of(accountId);
    if (!profile) return seeOther('/sign-in'); // deleted meanwhile
    const reader = readerOf(visit, { path: SECTIONS.profile });
    const asked = await this.kept.askedOf(accountId);
    const props = { profile, countryCodes: countryCodes(), asked, outcome };
    return html(profilePage(reader, props), { status: outcome && !outcome.isDone ? 400 : 200 });
  }
}
