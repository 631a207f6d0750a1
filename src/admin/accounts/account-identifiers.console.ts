import { Get, Param, Post } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { isOwnType } from '../../identity/mailed-links/identifier-changes.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { outcomeOf, sentForm } from '../shell/console/sent-form.js';
import { Confirmation } from '../shell/console/confirmation.js';
import { AccountDirectory } from './account-directory.js';
import { removeIdentifierPage } from './account-identity.page.js';
import { AccountSections } from './account-sections.js';
import type { AccountIdentifierView, AccountView } from './account.view.js';
import { AdministeredIdentifiers } from './administered-identifiers.js';
import { NewIdentifierForm } from './new-account.args.js';

/** Adds and removes e-mail addresses, phone numbers and logins, after the administrator confirmed the password. */
@Console('accounts/:accountId/identifiers')
export class AccountIdentifiersConsole {
  constructor(
    private readonly directory: AccountDirectory,
    private readonly pages: AccountSections,
    private readonly identifiers: AdministeredIdentifiers,
    private readonly confirmation: Confirmation,
  ) {}

  @Post()
  @ConsolePage('adminidentifieraddform', 'Adds an identifier to an account', { writes: true })
  async add(@AtConsole() visit: ConsoleVisit, @Param('accountId') accountId: string): Promise<Shown> {
    const { countryCode: country } = await this.directory.get(accountId);
    const given = sentForm(NewIdentifierForm, visit.body, { country });
    const sent = await this.confirmation.withPassword(visit, given);
    const { type, value } = sent.values;
    const outcome = await outcomeOf(sent, () => this.identifiers.add(accountId, { type, value }, visit.by));
    if ('done' in outcome) return this.pages.confirm(accountId, `identifier-${outcome.done.outcome}`);
    const form = { accountId, done: 'identifier-added', identifier: { type, value } };
    return this.pages.refuse(visit, form, outcome);
  }

  @Get(':identifierId/remove')
  @ConsolePage('adminidentifierremovepage', 'Confirms the removal of an identifier')
  async page(
    @AtConsole() { by, asksPassword }: ConsoleVisit,
    @Param('accountId') accountId: string,
    @Param('identifierId') identifierId: string,
  ): Promise<Shown> {
    const account = await this.directory.get(accountId);
    const identifier = requireOwn(account, identifierId);
    return html(removeIdentifierPage({ by, account, identifier, asksPassword }));
  }

  @Post(':identifierId/remove')
  @ConsolePage('adminidentifierremoveform', 'Removes an identifier from an account', { writes: true })
  async remove(
    @AtConsole() visit: ConsoleVisit,
    @Param('accountId') accountId: string,
    @Param('identifierId') identifierId: string,
  ): Promise<Shown> {
    const { by, asksPassword } = visit;
    const account = await this.directory.get(accountId);
    const identifier = requireOwn(account, identifierId);
    const outcome = await this.confirmation.ifConfirmed(visit, 'password', () =>
      this.identifiers.remove(accountId, identifierId, by),
    );
    if ('done' in outcome) return this.pages.confirm(accountId, 'identifier-removed');
    return html(removeIdentifierPage({ by, account, identifier, asksPassword, ...outcome }), { status: 422 });
  }
}

/** @throws ProblemError notFound if it is gone; also for an ExternalId, which is disconnected instead */
function requireOwn({ identifiers }: AccountView, identifierId: string): AccountIdentifierView {
  const own = identifiers.find((each) => each.identifierId === identifierId && isOwnType(each.type));
  if (!own) throw notFound(`identifier ${JSON.stringify(identifierId)} at this account`);
  return own;
}
