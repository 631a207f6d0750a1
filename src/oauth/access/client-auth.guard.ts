import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { visitIn } from '../../platform/operations/visit.js';
import { CallerResolver } from './caller-resolver.js';
import type { Operation } from '../../platform/operations/operation.js';
import { guardInput } from './guard-input.js';

/** Resolves the caller; for the guards after this one it is known and fixed. */
@Injectable()
export class ClientAuthGuard implements CanActivate {
  static readonly judges = judges;

  constructor(private readonly resolver: CallerResolver) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const { exchange, operation } = guardInput(context);
    if (!judges(operation)) return true;
    const { resolver } = this;
    exchange.caller = await (operation.client === 'name'
      ? resolver.byName(visitIn(context))
      : resolver.resolve(exchange));
    return true;
  }
}

/** Which requests it judges; the decorators of controllers say the same (platform/operations/controllers.ts). */
function judges({ client }: Operation): boolean {
  return client !== 'none';
}
