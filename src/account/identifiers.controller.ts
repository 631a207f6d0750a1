import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import type { Long } from '../platform/operations/long.js';
import { afterCommit } from '../platform/errors/outcome.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import type { AccountOutcome } from './account.page.js';
import { removalPage } from './removal.page.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { OwnAccount, pageLanguage } from './own-account.js';
import { OwnIdentifiers, type Proof } from './own-identifiers.service.js';
import { refuse } from '../identity/sessions/form-refusal.js';
import { field } from '../identity/sessions/sign-in.js';

/** A person's own e-mail addresses and phone numbers: adds and removes them (D106). */
@ApiExcludeController()
@Controller('account/identifiers')
export class IdentifiersController {
  constructor(
    private readonly own: OwnAccount,
    private readonly identifiers: OwnIdentifiers,
  ) {}

  @Post()
  @AccountPage('accountadd', 'Sends a link to an address, which adds it to the account', { writes: true })
  async add(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const value = field(request, 'identifier').trim();
    let outcome: AccountOutcome['address'];
    try {
      const problem = await this.identifiers.add(proofOf(account, request), value);
      outcome = problem === null ? { value, isDone: true } : { value, error: problem };
      response.status(problem === null ? 200 : 400);
    } catch (cause) {
      outcome = { value, current: refuse(response, cause) };
    }
    await afterCommit(this.own.show(account, request, response, { address: outcome }));
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
    let problem: string | null;
    try {
      problem = await this.identifiers.remove(proofOf(account, request), id);
      response.status(400);
    } catch (cause) {
      problem = refuse(response, cause);
    }
    if (problem === null) return response.redirect(303, '/account');
    this.show(account, id, request, response, problem);
  }

  private show(
    account: AccountInformationView,
    id: Long,
    request: Request,
    response: Response,
    error?: string,
  ): void {
    const found = account.identifiers.find((one) => one.id === id && this.identifiers.isOwn(one.type));
    if (!found) return response.redirect(303, '/account'); // gone already
    response.type('html').send(removalPage(pageLanguage(request), { id, value: found.value, error }));
  }
}

function proofOf({ accountId }: AccountInformationView, request: Request): Proof {
  return { accountId, password: field(request, 'current'), address: exchangeOf(request).origin.address };
}
