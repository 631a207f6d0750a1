import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import type { Observable } from 'rxjs';
import { exchangeOf } from './exchange.js';

/** Of a call that takes a file: reads what is left of its body after the guards, so that only who may sends much. */
class ReadRest implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const exchange = exchangeOf(context.getArgByIndex<IncomingMessage>(0));
    await exchange.readRest?.();
    exchange.readRest = null;
    return next.handle();
  }
}

/** Made here: for the lane Nest makes none by its class. */
export const READ_REST = new ReadRest();
