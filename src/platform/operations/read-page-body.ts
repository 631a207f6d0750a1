import {
  HttpException,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { AppConfig } from '../config/app-config.js';
import { BodyMemory } from '../intake/body-memory.js';
import { announcedBytes, hasBody, IncomingBody } from '../intake/incoming-body.js';
import { SECOND } from '../security/clock.js';
import { exchangeOf } from './exchange.js';
import { operationOf, type Operation } from './operation.js';
import { formatsOf, tooLarge, type BodyFormat } from './page-bodies.js';

/**
 * Reads the body of a request that Express serves. It runs after the guards, so that nothing is kept of refused
 * callers.
 */
@Injectable()
export class ReadPageBody implements NestInterceptor {
  constructor(
    private readonly memory: BodyMemory,
    private readonly config: AppConfig,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.getArgByIndex<IncomingMessage>(0);
    const operation = operationOf(context.getHandler());
    const format = operation && hasBody(request) ? formatFor(request, operation) : undefined;
    if (!operation || !format) return next.handle();
    const body = new IncomingBody(request, this.memory.claim(exchangeOf(request).origin.address));
    try {
      Object.assign(request, await this.read(request, body, format, operation));
      return of(await lastValueFrom(next.handle(), { defaultValue: undefined }));
    } finally {
      body.release();
    }
  }

  private async read(
    request: IncomingMessage,
    body: IncomingBody,
    { maxBytes, parse }: BodyFormat,
    { administration, account }: Operation,
  ): Promise<object> {
    if (announcedBytes(request) > maxBytes) throw tooLarge(maxBytes);
    if (administration || account === 'browser') body.admit(); // authorized by the guards; other bodies stay under the limits for strangers
    const withinMs = administration ? undefined : this.config.requestTimeoutSeconds * SECOND;
    if (!(await body.readUpTo(maxBytes, withinMs))) throw tooLarge(maxBytes);
    return parse(body.read, request.headers);
  }
}

/** @throws HttpException 415 for a compressed body or another charset */
function formatFor(request: IncomingMessage, operation: Operation): BodyFormat | undefined {
  const [type, ...attributes] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  const format = formatsOf(operation).find((one) => one.type === type.trim());
  if (!format) return undefined;
  const isEncoded = (request.headers['content-encoding'] ?? 'identity') !== 'identity';
  const charset = attributes.find((one) => one.trim().startsWith('charset='));
  if (!isEncoded && (charset === undefined || /=\s*"?utf-?8"?\s*$/.test(charset))) return format;
  throw new HttpException('Send the body in UTF-8 and not compressed.', 415);
}

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
