import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import { ProfileService } from '../../identity/accounts/profile.service.js';
import { AccountInformationService } from '../../identity/families/account-information.service.js';
import { attachAccount, requireProof } from '../../identity/sessions/current-account.js';
import { HttpSessions, pageAccountOf } from '../../identity/sessions/http-sessions.js';
import { Proofs } from '../../identity/sessions/proofs.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import type { Operation } from '../../platform/operations/operation.js';
import { attachPreferences } from '../../platform/pages/reader.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { guardInput } from './guard-input.js';

/**
 * Requires a signed-in browser for the pages of a person's own account; others are sent to sign in first. For what is
 * sensitive it was shown lately who this is, so that a browser left open, a stolen session, or a password where there is
 * a second factor, is not enough (D253). What an account writes has a budget (D316).
 */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(
    private readonly sessions: HttpSessions,
    private readonly information: AccountInformationService,
    private readonly proofs: Proofs,
    private readonly profiles: ProfileService,
    private readonly budgets: Budgets,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { operation } = guardInput(context);
    if (operation.account !== 'browser') return true;
    const http = context.switchToHttp();
    return this.judge(operation, http.getRequest<Request>(), http.getResponse<Response>());
  }

  private async judge(operation: Operation, request: Request, response: Response): Promise<boolean> {
    const { isSensitive, isProof, writes } = operation;
    await this.sessions.load(request, response);
    const accountId = pageAccountOf(request);
    if (accountId === null) throw signInRequired(request);
    const look = [
      this.information.find(accountId),
      this.proofs.of(accountId, request),
      this.profiles.of(accountId),
    ] as const;
    const [account, proven, profile] = await Promise.all(look);
    if (account === null || profile === null) throw signInRequired(request);
    attachAccount(request, account, proven);
    attachPreferences(request, profile);
    if (isSensitive !== null) {
      const { formOn, needs } = isSensitive === true ? { formOn: request.path } : isSensitive;
      requireProof(request, pageOf(formOn, request), needs);
    }
    // Apart, so that a thief of the session who keeps writing does not keep its owner from signing it out.
    const budget = isProof ? 'proofWrites' : isSensitive ? 'sensitiveWrites' : 'accountWrites';
    if (writes) await this.budgets.spend(budget, { accountId, address: exchangeOf(request).origin.address });
    return true;
  }
}

function signInRequired({ method, originalUrl }: Request): SignInRequired {
  return new SignInRequired(method === 'GET' ? originalUrl : null);
}

/** With the parameters of the form's own path. */
function pageOf(path: string, { params }: Request): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
}
