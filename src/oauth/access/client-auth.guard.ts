import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { visitIn } from '../../platform/operations/visit.js';
import { CallerResolver } from './caller-resolver.js';
import { guardInput } from './guard-input.js';

/** Resolves the caller; for the guards after this one it is known and fixed. */
@Injectable()
export class ClientAuthGuard implements CanActivate {
  constructor(private readonly resolver: CallerResolver) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { exchange, operation } = guardInput(context);
    if (operation.client === 'none') return true;
    const { resolver } = this;
    exchange.caller = await (operation.client === 'name'
      ? resolver.byName(visitIn(context))
      : resolver.resolve(exchange));
    return true;
  }
}
