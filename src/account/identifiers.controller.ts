import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import type { Long } from '../platform/operations/long.js';
import { followUp } from '../platform/errors/outcome.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { removalPage } from './removal.page.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { readerOf } from '../platform/pages/reader.js';
import { SECTIONS } from './account-frame.js';
import { OwnCredentials } from './own-credentials.js';
import { NewAddressForm, ProofForm } from './account-forms.js';
import { OwnIdentifiers, ownAddress, type Proof } from './own-identifiers.service.js';
import { refusedAt } from '../identity/sessions/form-refusal.js';
import { ProfileService } from '../identity/accounts/profile.service.js';
import { stillThere } from '../platform/errors/problem-error.js';
import { readForm } from '../platform/checks/form.js';
import { pageErrors, type ErrorKey } from '../platform/pages/page-errors.js';

/** A person's own e-mail addresses and phone numbers: adds and removes them (D106). */
@ApiExcludeController()
@Controller('account/identifiers')
export class IdentifiersController {
  constructor(
    private readonly own: OwnCredentials,
    private readonly identifiers: OwnIdentifiers,
    private readonly profiles: ProfileService,
  ) {}

  @Post()
  @AccountPage('accountadd', 'Sends a link to an address, which adds it to the account', { writes: true })
  async add(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const profile = await this.profiles.of(account.accountId);
    const country = stillThere(profile, 'account').countryCode;
    const { values, problems } = await readForm(NewAddressForm, request.body, { country });
    const added = problems.length === 0 ? ownAddress(values.identifier, country) : null;
    const proof = proofOf(account, request, values);
    response.status(400);
    const work = added === null ? this.identifiers.verify(proof) : this.identifiers.add(proof, added);
    const errors = { ...pageErrors(problems), ...(await refusedAt(response, 'current', work)) };
    const isDone = Object.keys(errors).length === 0;
    if (isDone) response.status(200);
    await followUp(this.own.show(account, request, response, { address: { isDone, values, errors } }));
  }

  @Get(':id')
  @AccountPage('accountremoval', 'Asks whether to remove an address from the account')
  ask(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: Long,
    @Req() request: Request,
    @Res() response: Response,
  ): void {
    this.show(account, id, request, response);
  }

  @Post(':id')
  @AccountPage('accountremove', 'Removes an address from the account', { writes: true })
  async remove(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: Long,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { values } = await readForm(ProofForm, request.body);
    response.status(400);
    const work = this.identifiers.remove(proofOf(account, request, values), id);
    const { current } = await refusedAt(response, 'current', work);
    if (current === undefined) return response.redirect(303, SECTIONS.signIn);
    this.show(account, id, request, response, current);
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
    response.type('html').send(removalPage(readerOf(request), { id, value: found.value, error }));
  }
}

function proofOf(
  { accountId }: AccountInformationView,
  request: Request,
  { current: password }: ProofForm,
): Proof {
  return { accountId, password, address: exchangeOf(request).origin.address };
}
