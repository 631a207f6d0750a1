import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import { countryCodes } from '../identity/accounts/profile-rules.js';
import { ProfileService } from '../identity/accounts/profile.service.js';
import { AccountInformationService } from '../identity/families/account-information.service.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { accountPage, type AccountOutcome } from './account.page.js';
import { languageFor, type Language } from '../platform/pages/texts/texts.js';
import { sessionDigestOf } from '../identity/sessions/http-session.js';
import { ConnectedApps } from '../oauth/consent/connected-apps.service.js';
import { OwnIdentifiers } from './own-identifiers.service.js';
import { SignIns } from './sign-ins.service.js';

/** The account page of the signed-in user, which every form on it answers with. */
@Injectable()
export class OwnAccount {
  constructor(
    private readonly information: AccountInformationService,
    private readonly profiles: ProfileService,
    private readonly identifiers: OwnIdentifiers,
    private readonly apps: ConnectedApps,
    private readonly signIns: SignIns,
  ) {}

  async show(
    { accountId }: AccountInformationView,
    request: Request,
    response: Response,
    outcome: AccountOutcome = {},
  ): Promise<void> {
    const [account, profile, waiting, apps, signIns] = await Promise.all([
      this.information.find(accountId), // read again: the form may have changed it
      this.profiles.of(accountId),
      this.identifiers.waiting(accountId),
      this.apps.of(accountId),
      this.signIns.of(accountId, sessionDigestOf(request)),
    ]);
    if (!account || !profile) return response.redirect(303, '/sign-in'); // deleted meanwhile
    const page = accountPage(pageLanguage(request), {
      ...profile,
      countryCodes: countryCodes(),
      identifiers: account.identifiers.map(({ id, type, value, validated }) => ({
        id: this.identifiers.isOwn(type) ? id : null,
        value,
        isValidated: validated === 'true',
      })),
      waiting,
      families: account.families.map(({ familyName }) => familyName),
      apps,
      signIns,
      outcome,
    });
    response.type('html').send(page);
  }
}

export function pageLanguage(request: Request): Language {
  return languageFor(request.headers['accept-language'], null);
}
