import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SignInRequired } from '../../platform/errors/sign-in-required.js';
import { AccountInformationService } from '../../identity/families/account-information.service.js';
import { attachAccount } from '../../identity/sessions/current-account.js';
import { HttpSessions, pageAccountOf } from '../../identity/sessions/http-session.js';
import { guarded } from './guarded.js';

/** Requires a signed-in browser for the pages of a person's own account; others are sent to sign in first. */
@Injectable()
export class SignedInGuard implements CanActivate {
  constructor(
    private readonly sessions: HttpSessions,
    private readonly information: AccountInformationService,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    if (guarded(context).operation.account !== 'browser') return true;
    const http = context.switchToHttp();
    return this.judge(http.getRequest<Request>(), http.getResponse<Response>());
  }

  private async judge(request: Request, response: Response): Promise<boolean> {
    await this.sessions.load(request, response);
    const accountId = pageAccountOf(request);
    const account = accountId === null ? null : await this.information.find(accountId);
    if (account === null) throw new SignInRequired(request.method === 'GET' ? request.path : null);
    attachAccount(request, account);
    return true;
  }
}
