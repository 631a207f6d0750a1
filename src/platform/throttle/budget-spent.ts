import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { SECOND } from '../security/clock.js';

/** The owner of a budget. */
export type BudgetHolder = 'network' | 'client' | 'account' | 'family' | 'host' | 'server';

/** 429 for a request that guesses nothing but is made too often (D170). */
export class BudgetSpent extends CallError {
  constructor(
    readonly budget: string,
    readonly of: BudgetHolder,
    readonly waitMs: number,
  ) {
    const whose = of === 'server' ? 'this server' : `one ${of}`;
    const what =
      budget === 'textMessages'
        ? `Too many text messages were asked for by ${whose}`
        : `Too much of this was begun by ${whose}`;
    const message = `${what}. Wait for the number of seconds in Retry-After.`;
    const headers = { 'Retry-After': String(Math.ceil(waitMs / SECOND)) };
    super(Errors.tooManyAttempts, { budget, of }, { message, headers });
  }
}
