import type { ExecutionContext } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { requestOf } from '../../platform/operations/declare.js';
import { exchangeOf, type Exchange } from '../../platform/operations/exchange.js';
import { operationOf, type Operation } from '../../platform/operations/operation.js';

/** What a guard judges: the request, and the declaration of the handler it is on its way to. */
export function guarded(context: ExecutionContext): {
  request: IncomingMessage;
  exchange: Exchange;
  operation: Operation;
} {
  const request = requestOf(context);
  const exchange = exchangeOf(request);
  // The lane knows the operation before; for Express the first guard finds it.
  exchange.operation ??= operationOf(context.getHandler()) ?? null;
  if (!exchange.operation) throw new Error('the handler declares no access'); // the boot check makes this unreachable
  return { request, exchange, operation: exchange.operation };
}
