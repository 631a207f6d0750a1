import { Injectable } from '@nestjs/common';
import { argsOf } from '../operations/args.js';
import type { Exchange } from '../operations/exchange.js';
import { statusOf, type Operation } from '../operations/operation.js';
import { IDEMPOTENCY_KEY, keyedRequest, idempotencyKeyOf } from '../operations/repeated-requests.js';
import { CallError } from '../errors/call-error.js';
import type { FinalAnswer } from '../repeats/final-answer.js';
import { KeptAnswers } from '../repeats/kept-answers.js';
import { digestOf } from '../security/secrets.js';
import { envelope, errorBody, errorStatus, JSON_TYPE } from './answer.js';

/** Calls of the lane with an Idempotency-Key (D392). */
@Injectable()
export class RepeatedCalls {
  constructor(private readonly kept: KeptAnswers) {}

  /** Prepares the exchange, before the guards. */
  prepare(exchange: Exchange, operation: Operation): void {
    if (operation.idempotency === null || exchange.headers[IDEMPOTENCY_KEY] === undefined) return;
    exchange.repeat = (work) => this.answer(exchange, operation, work);
  }

  private answer(exchange: Exchange, operation: Operation, work: () => Promise<unknown>): Promise<unknown> {
    const key = idempotencyKeyOf(exchange, operation);
    if (key === null) return work();
    return this.kept.answer(keyedRequest(exchange, key, operation.name, sentTo(operation, exchange)), {
      work: (once) => {
        exchange.once = once;
        return work();
      },
      answerOf: (value) => {
        const body = JSON.stringify(envelope(operation.name, operation.result, value));
        return { status: statusOf(operation.result), type: JSON_TYPE, body, headers: {} };
      },
      refusalOf: (cause) => (cause instanceof CallError ? refusalWith(cause, exchange, operation) : null),
    });
  }
}

function refusalWith(error: CallError, { caller }: Exchange, { kind, name }: Operation): FinalAnswer {
  const body = JSON.stringify(errorBody(error, kind, name, caller.scheme));
  const { headers, definition } = error;
  return { status: errorStatus(error, kind), type: JSON_TYPE, body, headers, refusal: definition.name };
}

/** The call's own parameters, however they were sent: a new boundary of a multipart body makes no other request. */
function sentTo({ args }: Operation, { parameters }: Exchange): unknown {
  if (args === null) return [];
  return argsOf(args).map((arg) => {
    const value = arg.read(parameters);
    return [
      arg.wireName,
      Buffer.isBuffer(value) ? digestOf(value.toString('latin1')).toString('hex') : value,
    ];
  });
}
