import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { IncomingMessage } from 'node:http';
import { lastValueFrom, of, type Observable } from 'rxjs';
import { invalidParameter } from '../errors/call-error.js';
import { Errors, type ErrorDefinition } from '../errors/catalogue.js';
import { describedProblem, problemDetails, PROBLEM_JSON } from '../errors/described-problem.js';
import { AnsweredBefore, type FinalAnswer } from '../repeats/final-answer.js';
import { KeptAnswers, type KeyedRequest } from '../repeats/kept-answers.js';
import { exchangeOf, type Exchange } from './exchange.js';
import { operationOf, type Operation } from './operation.js';
import { json, Shown } from './shown.js';

export const IDEMPOTENCY_KEY = 'idempotency-key';
const IS_KEY = /^[\x21-\x7e]{1,64}$/;

/**
 * The key of a request to an operation that takes one; null: there is none, or nothing would be done twice.
 * @throws CallError invalidParameter
 */
export function idempotencyKeyOf({ headers }: Exchange, { idempotency, writes }: Operation): string | null {
  const sent = headers[IDEMPOTENCY_KEY];
  if (sent === undefined || idempotency === null) return null;
  if (idempotency === 'shows a secret')
    throw invalidParameter(
      'Idempotency-Key is not taken here: the answer shows a secret, which is kept nowhere. Before you repeat the request, look whether it succeeded.',
    );
  if (typeof sent !== 'string' || !IS_KEY.test(sent))
    throw invalidParameter('Idempotency-Key must have 1 to 64 visible ASCII characters.');
  return writes ? sent : null;
}

/** What a request with a key may be refused with. */
export function keyErrors({
  idempotency,
  writes,
}: Partial<Pick<Operation, 'idempotency' | 'writes'>>): readonly ErrorDefinition[] {
  if (!idempotency || !writes) return [];
  return idempotency === 'shows a secret'
    ? [Errors.invalidParameter]
    : [Errors.invalidParameter, Errors.keyOfAnother];
}

/** @param parts whatever else makes it this request: a repetition is equal in all of them */
export function keyedRequest(
  { caller, administratorId, method }: Exchange,
  key: string,
  ...parts: readonly unknown[]
): KeyedRequest {
  const { client } = caller;
  const accountId = caller.accountId ?? administratorId;
  const clientId = client?.id ?? null;
  if (clientId === null && accountId === null) throw new Error('a key belongs to someone');
  const holder = clientId === null ? `account ${accountId}` : `client ${clientId}`;
  return { holder, clientId, key, request: JSON.stringify([method, accountId, ...parts]) };
}

/** The turn of a call of the lane, which the dispatcher gives (`exchange.repeat`): after the guards, before the arguments. */
class RepeatedCall implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { repeat } = exchangeOf(context.getArgByIndex<IncomingMessage>(0));
    return repeat === null ? next.handle() : of(await repeat(() => lastValueFrom(next.handle())));
  }
}

/** An instance, since Nest does not instantiate interceptor classes for the lane. */
export const REPEATED_CALL = new RepeatedCall();

/** Answers a repeated request to a route that Express serves, once its body is read (D392). */
@Injectable()
export class RepeatedRoute implements NestInterceptor {
  constructor(private readonly kept: KeptAnswers) {}

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.getArgByIndex<IncomingMessage & { body?: unknown }>(0);
    const exchange = exchangeOf(request);
    const operation = operationOf(context.getHandler());
    const key = operation ? idempotencyKeyOf(exchange, operation) : null;
    if (!operation || key === null) return next.handle();
    const asked = keyedRequest(exchange, key, exchange.target, request.body ?? null);
    const value = await this.kept.answer(asked, {
      work: (once) => {
        exchange.once = once;
        return lastValueFrom(next.handle());
      },
      answerOf: (made: unknown) => answerWith(made, operation),
      refusalOf: (cause) => refusalWith(cause, exchange),
    });
    if (!(value instanceof AnsweredBefore)) return of(value);
    const { status, type, body, headers } = value.answer;
    return of(new Shown(type, body, { status, headers }));
  }
}

function answerWith(made: unknown, { answers }: Operation): FinalAnswer {
  const shown = made instanceof Shown ? made : json(made, { status: Number(Object.keys(answers)[0]) });
  const { status, type, body, headers } = shown;
  if (typeof body !== 'string') throw new Error('only an answer in one piece is kept');
  return { status, type, body, headers: headers as FinalAnswer['headers'] };
}

function refusalWith(cause: unknown, { requestId }: Exchange): FinalAnswer | null {
  const problem = describedProblem(cause);
  if (!problem) return null;
  const { status, headers = {} } = problem;
  return { status, type: PROBLEM_JSON, body: problemDetails(problem, requestId), headers };
}
