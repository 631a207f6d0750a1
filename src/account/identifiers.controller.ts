import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountPage } from '../platform/operations/declare.js';
import type { Long } from '../platform/operations/long.js';
import { followUp } from '../platform/errors/outcome.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { removalPage } from './removal.page.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { readerOf } from '../platform/pages/reader.js';
import { SECTIONS } from './account-frame.js';
import { OwnCredentials } from './own-credentials.js';
import { NewAddressForm } from './account-forms.js';
import { AddressCosts } from './address-costs.js';
import { byUser, type ActingUser } from './by-user.js';
import type { Address } from '../identity/mailed-links/identifier-changes.js';
import { KeptAddresses } from './kept-addresses.js';
import { OwnIdentifiers, ownAddress } from './own-identifiers.service.js';
import { refusedAt } from '../identity/sessions/form-refusal.js';
import { ProfileService } from '../identity/accounts/profile.service.js';
import { stillThere } from '../platform/errors/problem-error.js';
import { readForm } from '../platform/checks/form.js';
import { pageErrors, type ErrorKey, type PageErrors } from '../platform/pages/page-errors.js';

/** A person's own e-mail addresses and phone numbers: adds and removes them (D106). */
@ApiExcludeController()
@Controller('account/identifiers')
export class IdentifiersController {
  constructor(
    private readonly own: OwnCredentials,
    private readonly identifiers: OwnIdentifiers,
    private readonly profiles: ProfileService,
    private readonly costs: AddressCosts,
    private readonly kept: KeptAddresses,
  ) {}

  @Post()
  @AccountPage('accountadd', 'Sends a link to an address, which adds it to the account', {
    writes: true,
    isSensitive: { formOn: SECTIONS.signIn },
  })
  async add(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const profile = await this.profiles.of(account.accountId);
    const country = stillThere(profile, 'account').countryCode;
    const { values, problems } = await readForm(NewAddressForm, request.body, { country });
    const added = problems.length === 0 ? ownAddress(values.identifier, country) : null;
    const by = byUser(account, request);
    if (added !== null) await this.costs.ofAddedWay(by);
    response.status(400);
    const work = added === null ? Promise.resolve() : this.send(by, added);
    const errors = { ...pageErrors(problems), ...(await refusedAt(response, 'identifier', work)) };
    const isDone = Object.keys(errors).length === 0;
    if (isDone) response.status(200);
    await followUp(this.own.show(account, request, response, { address: { isDone, values, errors } }));
  }

  @Get(':id')
  @AccountPage('accountremoval', 'Asks whether to remove an address from the account', { isSensitive: true })
  ask(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: Long,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    this.show(account, id, request, response);
  }

  @Post(':id')
  @AccountPage('accountremove', 'Removes an address from the account', {
    writes: true,
    isSensitive: { formOn: '/account/identifiers/:id' },
  })
  async remove(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: Long,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const problem = await this.identifiers.remove(byUser(account, request), id);
    if (problem === null) return response.redirect(303, SECTIONS.signIn);
    response.status(400);
    this.show(account, id, request, response, problem);
  }

  @Post(':id/keep')
  @AccountPage(
    'accountkeepaddress',
    'Says that its owner still reads an address; one that is dormant gets a link',
    {
      writes: true,
      isSensitive: { formOn: SECTIONS.profile },
    },
  )
  async keep(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: Long,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const by = byUser(account, request);
    const asked = (await this.kept.askedOf(account.accountId)).find((each) => each.id === id);
    if (asked?.isDormant) await this.costs.ofAddedWay(by);
    response.status(400);
    let isDone = false;
    const keep = async (): Promise<PageErrors> => {
      if (asked?.isDormant) await this.costs.ofMessage(by, { type: asked.type, value: asked.normalized });
      const outcome = await this.kept.keep(by, id);
      isDone = outcome === 'done';
      return outcome === 'sentAlready' ? { identifier: outcome } : {};
    };
    const errors = await refusedAt(response, 'identifier', keep());
    if (isDone) return response.redirect(303, SECTIONS.profile);
    const isSent = Object.keys(errors).length === 0;
    if (isSent) response.status(200);
    const values = { identifier: asked?.value ?? '' };
    await followUp(
      this.own.show(account, request, response, { address: { isDone: isSent, values, errors } }),
    );
  }

  private async send(by: ActingUser, added: Address): Promise<PageErrors> {
    await this.costs.ofMessage(by, added);
    return this.identifiers.add(by, added);
  }

  private show(
    account: AccountInformationView,
    id: Long,
    request: Request,
    response: Response,
    error?: ErrorKey,
  ): void {
    const found = account.identifiers.find((one) => one.id === id && this.identifiers.isOwn(one.type));
    if (!found) return response.redirect(303, SECTIONS.signIn); // gone already
    const { type, value } = found;
    response
      .type('html')
      .send(removalPage(readerOf(request), { id, value, isEmail: type === 'Email', error }));
  }
}
