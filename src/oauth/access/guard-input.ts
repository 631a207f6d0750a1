import type { ExecutionContext } from '@nestjs/common';
import { requestOf } from '../../platform/operations/declare.js';
import { exchangeOf, type Exchange } from '../../platform/operations/exchange.js';
import { operationOf, type Operation } from '../../platform/operations/operation.js';

/** The input of a guard: the request's exchange, and the declaration of its handler. */
export function guardInput(context: ExecutionContext): { exchange: Exchange; operation: Operation } {
  const exchange = exchangeOf(requestOf(context));
  // The lane has set the operation already; for Express the first guard looks it up.
  exchange.operation ??= operationOf(context.getHandler()) ?? null;
  if (!exchange.operation) throw new Error('the handler declares no access'); // the boot check makes this unreachable
  return { exchange, operation: exchange.operation };
}
