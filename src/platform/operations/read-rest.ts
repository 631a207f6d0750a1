import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Observable } from 'rxjs';
import { exchangeOf } from './exchange.js';

/** Reads the rest of a body with a file after the guards, so that only permitted callers can send much. */
class ReadRest implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const exchange = exchangeOf(context.getArgByIndex<IncomingMessage>(0));
    await exchange.readRest?.();
    exchange.readRest = null;
    return next.handle();
  }
}

/** An instance, since Nest does not instantiate interceptor classes for the lane. */
export const READ_REST = new ReadRest();
