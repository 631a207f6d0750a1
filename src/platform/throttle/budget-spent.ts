import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { SECOND } from '../security/clock.js';

/** 429 for a request that guesses nothing but is made too often (D170). */
export class BudgetSpent extends CallError {
  constructor(
    readonly budget: string,
    of: 'network' | 'client' | 'account',
    waitMs: number,
  ) {
    const message = `Too much of this was begun by one ${of}. Wait for the number of seconds in Retry-After.`;
    const headers = { 'Retry-After': String(Math.ceil(waitMs / SECOND)) };
    super(Errors.tooManyAttempts, { budget, of }, { message, headers });
  }
}
