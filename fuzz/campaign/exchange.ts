import type { FuzzRequest } from '../requests/request.js';
import { header, isAnswer, type Outcome } from '../wire/answer.js';

/** A request with what came back. */
export interface Exchange {
  readonly request: FuzzRequest;
  readonly outcome: Outcome;
}

/** As the answer names it; null where there is none. */
export function requestIdOf({ outcome }: Exchange): string | null {
  return isAnswer(outcome) ? (header(outcome, 'x-request-id') ?? null) : null;
}
