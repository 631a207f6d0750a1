import type { FuzzRequest } from '../requests/request.js';
import { header, isAnswer, type Outcome } from '../wire/answer.js';

/** A request and its outcome. */
export interface Exchange {
  readonly request: FuzzRequest;
  readonly outcome: Outcome;
}

/** The request id in the answer; null without one. */
export function requestIdOf({ outcome }: Exchange): string | null {
  return isAnswer(outcome) ? (header(outcome, 'x-request-id') ?? null) : null;
}
