import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { isByToken, type Caller } from '../../platform/operations/caller.js';
import { maySend } from '../../platform/operations/cross-site.js';
import type { Operation } from '../../platform/operations/operation.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { guardInput } from './guard-input.js';

/**
 * Where a cookie authenticates the caller, requests that change something must come from Hearth's own pages (D43, D77,
 * D174).
 */
@Injectable()
export class SenderGuard implements CanActivate {
  constructor(private readonly config: AppConfig) {}

  canActivate(context: ExecutionContext): boolean {
    const { exchange, operation } = guardInput(context);
    if (!operation.writes || !cookieCounts(exchange.caller, operation)) return true;
    if (maySend(exchange, operation.foreign, this.config.publicUrl)) return true;
    throw new CallError(Errors.crossSiteRequest);
  }
}

/**
 * A cookie that authenticates the caller, or one that the operation sets. Client credentials beside it make no
 * difference: anybody can have some.
 */
function cookieCounts(caller: Caller, { kind, usesSession }: Operation): boolean {
  if (isByToken(caller)) return false;
  return kind === 'page' || usesSession || caller.accountId !== null;
}
