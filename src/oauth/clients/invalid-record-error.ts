import type { FieldError } from '../../platform/errors/problems.js';

/** A client record or ruleset that can't be saved; the message says what to change. */
export class InvalidRecordError extends Error {
  /**
   * @param fields the errors by field; empty: a conflict with existing records
   * @param clientId the client with the error, if there are several
   */
  constructor(
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly clientId: string | null = null,
  ) {
    super(message);
  }
}
