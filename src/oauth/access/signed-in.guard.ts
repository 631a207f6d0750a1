import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { ProofRequired } from '../../platform/errors/proof-required.js';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import { AccountInformationService } from '../../identity/families/account-information.service.js';
import { attachAccount } from '../../identity/sessions/current-account.js';
import {
  HttpSessions,
  pageAccountOf,
  sessionConfirmationOf,
  sessionProofOf,
} from '../../identity/sessions/http-sessions.js';
import type { Operation } from '../../platform/operations/operation.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { guardInput } from './guard-input.js';

/** How long ago one may have signed in, or shown again who one is, for what is sensitive. */
const PROVEN_MS = 5 * MINUTE;

/**
 * Requires a signed-in browser for the pages of a person's own account; others are sent to sign in first. For what is
 * sensitive the sign-in must be recent, so that a browser left open or a stolen session is not enough (D253).
 */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(
    private readonly sessions: HttpSessions,
    private readonly information: AccountInformationService,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { operation } = guardInput(context);
    if (operation.account !== 'browser') return true;
    const http = context.switchToHttp();
    return this.judge(operation, http.getRequest<Request>(), http.getResponse<Response>());
  }

  private async judge({ isSensitive }: Operation, request: Request, response: Response): Promise<boolean> {
    await this.sessions.load(request, response);
    const accountId = pageAccountOf(request);
    const account = accountId === null ? null : await this.information.find(accountId);
    if (account === null) throw new SignInRequired(request.method === 'GET' ? request.originalUrl : null);
    if (isSensitive) this.requireProof(isSensitive, request);
    attachAccount(request, account, this.isLately(sessionProofOf(request)));
    return true;
  }

  private requireProof(isSensitive: NonNullable<Operation['isSensitive']>, request: Request): void {
    const { formOn, evenAfterSignIn } = isSensitive === true ? { formOn: request.path } : isSensitive;
    const proof = evenAfterSignIn ? sessionConfirmationOf(request) : sessionProofOf(request);
    if (!this.isLately(proof)) throw new ProofRequired(pageOf(formOn, request));
  }

  private isLately(millis: number | null): boolean {
    return (millis ?? 0) > this.clock.millis() - PROVEN_MS;
  }
}

/** With the parameters of the form's own path. */
function pageOf(path: string, { params }: Request): string {
  return path.replace(/:(\w+)/g, (_, name: string) => String(params[name]));
}
