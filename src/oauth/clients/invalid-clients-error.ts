import type { InvalidRecordError } from '../../platform/records/invalid-record-error.js';

/** Several clients that can't be saved, each with its own error; nothing was written. */
export class InvalidClientsError extends Error {
  constructor(readonly errors: readonly InvalidRecordError[]) {
    super(errors.map(({ message }) => message).join('; '));
  }
}
