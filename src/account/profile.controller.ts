import { Get, Post } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../platform/operations/shown.js';
import { countryCodes, localeOf, type OwnProfile } from '../identity/accounts/profile-rules.js';
import { ProfileService } from '../identity/accounts/profile.service.js';
import { CurrentOwnVisit, type OwnVisit } from '../identity/sessions/own-visit.js';
import { doneIn, readForm } from '../platform/checks/form.js';
import { AccountPage } from '../platform/operations/declare.js';
import { pageErrors } from '../platform/pages/page-errors.js';
import { readerOf } from '../platform/pages/reader.js';
import { Checkups } from './checkups.js';
import { LANGUAGES } from '../platform/pages/texts/texts.js';
import { ProfileForm } from './account-forms.js';
import { chosenLanguage, keepLanguage } from './chosen-language.js';
import { SECTIONS } from './frame/account-frame.js';
import type { FormOutcome } from './frame/form-outcome.js';
import { profilePage } from './profile.page.js';
import { OwnIdentifiers } from './identifiers/own-identifiers.service.js';

const DONE = { saved: 'account.saved' } as const;

/** A person's profile. */
@AccountPages('account')
export class ProfileController {
  constructor(
    private readonly profiles: ProfileService,
    private readonly identifiers: OwnIdentifiers,
    private readonly checkups: Checkups,
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
    if (problems.length > 0)
      return this.answer(visit, { isDone: false, values, errors: pageErrors(problems) });
    await this.profiles.change(visit.account.accountId, values, visit.address);
    const language = LANGUAGES.find((each) => each === localeOf(values.locale ?? ''));
    if (language !== undefined) keepLanguage(visit, language);
    return seeOther(`${SECTIONS.profile}?done=saved#profile`);
  }

  /** At the foot of the account's pages: one language for them and for messages (D235). */
  @Post('language')
  @AccountPage('accountlanguage', 'Changes the language of pages and messages', { writes: true })
  async chooseLanguage(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const { language, next } = await chosenLanguage(visit);
    if (language !== null) {
      await this.profiles.changeLanguage(visit.account.accountId, language, visit.address);
      keepLanguage(visit, language);
    }
    return seeOther(next);
  }

  private async answer(visit: OwnVisit, outcome?: FormOutcome<OwnProfile>): Promise<Shown> {
    const { accountId } = visit.account;
    const profile = await this.profiles.of(accountId);
    if (!profile) return seeOther('/sign-in'); // deleted meanwhile
    const reader = readerOf(visit, { path: SECTIONS.profile });
    const [asked, checkup] = await Promise.all([
      this.identifiers.askedOf(accountId),
      this.checkups.of(visit),
    ]);
    const done = doneIn(visit, DONE);
    const props = { profile, countryCodes: countryCodes(), asked, checkup, outcome, done };
    return html(profilePage(reader, props), { status: outcome ? 400 : 200 });
  }
}
