import type { FieldError } from '../errors/problems.js';

/** A record that can't be saved; the message says what to change. */
export class InvalidRecordError extends Error {
  /**
   * @param fields the errors by field; empty: a conflict with existing records
   * @param record the name of the one with the error, if there are several: of a client its client_id
   */
  constructor(
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly record: string | null = null,
  ) {
    super(message);
  }
}
