import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { invalid, notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { InvalidRecordError } from '../../platform/records/invalid-record-error.js';

/**
 * Turns the error of a record that can't be saved into a problem: errors by field, or a conflict with an existing record.
 * @param taken the message if the name is taken
 */
export async function orProblem<T>(work: Promise<T>, taken = 'It already exists.'): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (isUniqueViolation(cause)) throw conflict(taken);
    if (!(cause instanceof InvalidRecordError)) throw cause;
    throw problemOf(cause);
  }
}

/** @param advice one sentence that says what to do */
export function conflict(advice: string): ProblemError {
  return new ProblemError(Problems.conflict, advice);
}

/** @param advice one sentence that says what to do */
export function forbidden(advice: string): ProblemError {
  return new ProblemError(Problems.forbidden, advice);
}

/** Checks the id of a record. @throws ProblemError notFound if the text is no id */
export function requireIdOf(kind: 'account' | 'family', id: string): Long {
  if (isLong(id)) return id;
  throw notFound(`${kind} ${JSON.stringify(id)}`);
}

export function problemOf({ fields, message }: InvalidRecordError): ProblemError {
  return fields.length > 0 ? invalid(fields) : conflict(message);
}
