import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { visitIn, type Visit } from '../../platform/operations/visit.js';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import { ProfileService } from '../../identity/accounts/profile.service.js';
import { AccountInformationService } from '../../identity/accounts/account-information.service.js';
import { attachAccount, requireProof } from '../../identity/sessions/own-visit.js';
import { BrowserSessions } from '../../platform/http/browser-sessions.js';
import { pageAccountOf } from '../../identity/sessions/current-session.js';
import { Proofs } from '../../identity/sessions/proofs.js';
import type { Operation } from '../../platform/operations/operation.js';
import { attachPreferences } from '../../platform/pages/reader.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { guardInput } from './guard-input.js';

/**
 * Requires a signed-in browser for the pages of a person's own account; sends others to sign in first. A sensitive page
 * needs a recent proof, so that an open browser, a stolen session, or a password without its second factor is not enough
 * (D253). The writes of an account have a budget (D316).
 */
@Injectable()
export class SignedInGuard implements CanActivate {
  static readonly judges = judges;

  constructor(
    private readonly sessions: BrowserSessions,
    private readonly information: AccountInformationService,
    private readonly proofs: Proofs,
    private readonly profiles: ProfileService,
    private readonly budgets: Budgets,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { operation } = guardInput(context);
    if (!judges(operation)) return true;
    return this.judge(operation, visitIn(context));
  }

  private async judge(operation: Operation, visit: Visit): Promise<boolean> {
    const { isSensitive, isProof, writes } = operation;
    await this.sessions.load(visit);
    const accountId = pageAccountOf(visit);
    if (accountId === null) throw signInRequired(visit);
    const look = [
      this.information.find(accountId),
      this.proofs.of(accountId, visit),
      this.profiles.of(accountId),
    ] as const;
    const [account, proven, profile] = await Promise.all(look);
    if (account === null || profile === null) throw signInRequired(visit);
    const own = attachAccount(visit, { account, proven });
    attachPreferences(visit, profile);
    if (isSensitive !== null) {
      const { formOn, needs } = isSensitive === true ? { formOn: visit.path } : isSensitive;
      requireProof(own, pageOf(formOn, visit), needs);
    }
    // Separate budgets, so that an attacker who keeps writing can't stop the owner from ending the session.
    const budget = isProof ? 'proofWrites' : isSensitive ? 'sensitiveWrites' : 'accountWrites';
    if (writes) await this.budgets.spend(budget, { accountId, address: visit.address });
    return true;
  }
}

function signInRequired({ exchange: { method, target } }: Visit): SignInRequired {
  return new SignInRequired(method === 'GET' ? target : null);
}

/** With the parameters of the form's own path. */
function pageOf(path: string, { params }: Visit): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
}

/** Which requests it judges; the decorators of controllers say the same (platform/operations/controllers.ts). */
function judges({ account }: Operation): boolean {
  return account === 'browser';
}
