import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { AppConfig } from '../config/app-config.js';
import type { Caller } from '../contract/caller.js';
import type { Exchange } from '../contract/exchange.js';
import type { Operation } from '../contract/operation.js';
import { whenKnown } from '../contract/when-known.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { CallerResolver } from './caller-resolver.js';
import { isCrossSite, isLinkPostCrossSite, isPlainForm } from '../contract/cross-site.js';
import { guarded } from './guarded.js';

/** Who is calling; from here on the caller is known and fixed. */
@Injectable()
export class ClientAuthGuard implements CanActivate {
  constructor(
    private readonly resolver: CallerResolver,
    private readonly config: AppConfig,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { request, exchange, operation } = guarded(context);
    if (!operation.isOpen)
      return whenKnown(this.resolver.resolve(request), (caller) => this.admit(caller, exchange, operation));
    if (operation.writes && isLinkPostCrossSite(exchange, this.config.publicUrl))
      throw new CallError(Errors.crossSiteRequest);
    return true;
  }

  private admit(caller: Caller, exchange: Exchange, operation: Operation): true {
    exchange.caller = caller;
    const { scheme, accountId } = caller;
    // D43: what only a cookie vouches for, or signs in by it, must not be set off by a page of another site.
    // Client credentials beside the cookie change nothing: any registered client has some.
    const isByToken = scheme === 'bearer' || scheme === 'mac';
    const isByCookie = !isByToken && (accountId !== null || operation.usesSession);
    const mayBeForeign = operation.takesForeignForms && isPlainForm(exchange); // D111
    if (isByCookie && operation.writes && !mayBeForeign) this.requireSameSite(exchange);
    return true;
  }

  private requireSameSite(exchange: Exchange): void {
    if (isCrossSite(exchange, this.config.publicUrl)) throw new CallError(Errors.crossSiteRequest);
  }
}
