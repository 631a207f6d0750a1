import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { sentSessionCookie } from '../sessions/http-session.js';
import { guarded } from './guarded.js';

/** Account-based calls need an account (§1.6, §7.1, D38). */
@Injectable()
export class AccountAuthGuard implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { request, exchange, operation } = guarded(context);
    if (operation.account === 'none' || exchange.caller.accountId !== null) return true;
    if (sentSessionCookie(request)) throw new CallError(Errors.accountNotInSession);
    throw new CallError(
      Errors.accessTokenRequired,
      {},
      { headers: { 'WWW-Authenticate': ['MAC', 'Bearer'] } },
    );
  }
}
