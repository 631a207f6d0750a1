import { Outcomes } from '../identity/mailed-links/outcomes.js';
import { isOwnType, type Address } from '../identity/mailed-links/identifier-changes.js';
import { Get, Param, Post } from '@nestjs/common';
import { AccountPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../platform/operations/shown.js';
import { AccountPage, formOn } from '../platform/operations/declare.js';
import type { Long } from '../platform/operations/long.js';
import { followUp } from '../platform/errors/outcome.js';
import { CurrentOwnVisit, type OwnVisit } from '../identity/sessions/own-visit.js';
import { readerOf } from '../platform/pages/reader.js';
import { SECTIONS } from './frame/account-frame.js';
import { OwnCredentials } from './own-credentials.js';
import { NewAddressForm } from './account-forms.js';
import { byUser, type ActingUser } from './frame/by-user.js';
import { OwnIdentifiers, ownAddress } from './identifiers/own-identifiers.service.js';
import { attemptAt } from '../identity/sessions/form-refusal.js';
import { ProfileService } from '../identity/accounts/profile.service.js';
import { stillThere } from '../platform/errors/problem-error.js';
import { readForm } from '../platform/checks/form.js';
import { pageErrors, type ErrorKey, type PageErrors } from '../platform/pages/page-errors.js';
import { Budgets } from '../platform/throttle/budgets.js';
import { MessageCosts } from '../identity/notifications/message-costs.js';
import { removalPage } from './frame/removal.page.js';
import { textsIn } from '../platform/pages/texts/texts.js';

/** Adds, keeps and removes a person's e-mail addresses and phone numbers (D106). */
@AccountPages('account/identifiers')
export class IdentifiersController {
  constructor(
    private readonly own: OwnCredentials,
    private readonly identifiers: OwnIdentifiers,
    private readonly profiles: ProfileService,
    private readonly budgets: Budgets,
    private readonly costs: MessageCosts,
    private readonly outcomes: Outcomes,
  ) {}

  @Post()
  @AccountPage(
    'accountadd',
    'Sends a link to an address, which adds it to the account',
    formOn(SECTIONS.signIn),
  )
  async add(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const profile = await this.profiles.of(visit.account.accountId);
    const country = stillThere(profile, 'account').countryCode;
    const { values, problems } = await readForm(NewAddressForm, visit.body, { country });
    const added = problems.length === 0 ? ownAddress(values.identifier, country) : null;
    const by = byUser(visit);
    if (added !== null) await this.budgets.spend('addedWays', by);
    const work = added === null ? null : this.send(by, added);
    const { answering, ...outcome } = await attemptAt('identifier', work, pageErrors(problems));
    if (outcome.isDone) return this.sent(visit, values.identifier);
    return this.own.show(visit, { address: { ...outcome, values } }, answering);
  }

  @Get(':id')
  @AccountPage('accountremoval', 'Asks whether to remove an address from the account', { isSensitive: true })
  ask(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Shown {
    return this.show(visit, id);
  }

  @Post(':id')
  @AccountPage('accountremove', 'Removes an address from the account', formOn('/account/identifiers/:id'))
  async remove(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    const problem = await this.identifiers.remove(byUser(visit), id);
    if (problem === null) return seeOther(SECTIONS.signIn);
    return this.show(visit, id, problem);
  }

  @Post(':id/keep')
  @AccountPage(
    'accountkeepaddress',
    'Says that its owner still reads an address; one that is dormant gets a link',
    formOn(SECTIONS.profile),
  )
  async keep(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    const by = byUser(visit);
    const asked = (await this.identifiers.askedOf(visit.account.accountId)).find((each) => each.id === id);
    if (asked?.isDormant) await this.budgets.spend('addedWays', by);
    let isDone = false;
    const keep = async (): Promise<PageErrors> => {
      if (asked?.isDormant) await this.costs.spend({ type: asked.type, value: asked.normalized }, by);
      const outcome = await this.identifiers.keep(by, id);
      isDone = outcome === 'done';
      return outcome === 'sentAlready' ? { identifier: outcome } : {};
    };
    const { answering, ...outcome } = await attemptAt('identifier', keep());
    if (isDone) return seeOther(SECTIONS.profile);
    const values = { identifier: asked?.value ?? '' };
    if (outcome.isDone) return this.sent(visit, values.identifier);
    return followUp(this.own.show(visit, { address: { ...outcome, values } }, answering));
  }

  private sent(visit: OwnVisit, to: string): Shown {
    return this.outcomes.lead(SECTIONS.signIn, to, {
      forWhom: visit.account.accountId,
      fragment: '#identifiers',
    });
  }

  private async send(by: ActingUser, added: Address): Promise<PageErrors> {
    await this.costs.spend(added, by);
    return this.identifiers.add(by, added);
  }

  private show(visit: OwnVisit, id: Long, error?: ErrorKey): Shown {
    const found = visit.account.identifiers.find((one) => one.id === id && isOwnType(one.type));
    if (!found) return seeOther(SECTIONS.signIn); // gone already
    const { type, value } = found;
    const reader = readerOf(visit);
    const t = textsIn(reader.language);
    const page = removalPage(reader, {
      title: t('account.removeTitle', { value }),
      lead: t('account.removeLead'),
      hint: type === 'Email' ? t('account.removeBack') : undefined, // a link there may put it back (D341)
      action: `/account/identifiers/${id}`,
      verb: t('account.remove'),
      error,
    });
    return html(page, { status: error === undefined ? 200 : 400 });
  }
}
