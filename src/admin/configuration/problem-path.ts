import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import { problemOf } from '../shell/record-problems.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';

/** The error, prefixed with the place in the document that caused it. */
export function atPath(path: string, { definition, message, fields }: ProblemError): ProblemError {
  const there = fields.map((error) => ({ ...error, field: `${path}.${error.field}` }));
  return there.length > 0 ? invalid(there) : new ProblemError(definition, `${path}: ${message}`);
}

/** Prefixes an error that names one of many clients with the place of that client. */
export function atClientPath(cause: unknown): unknown {
  return cause instanceof InvalidRecordError && cause.record !== null
    ? atPath(`clients.${cause.record}`, problemOf(cause))
    : cause;
}
