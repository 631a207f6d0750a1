import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { requestOf } from './declare.js';
import { exchangeOf, type Exchange } from './exchange.js';

/** The request as it came, for what reads its headers. */
export const CurrentExchange = createParamDecorator((_: unknown, context: ExecutionContext): Exchange =>
  exchangeOf(requestOf(context)),
);
