import { InvalidRecordError } from '../../oauth/clients/invalid-record-error.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';

/**
 * Turns the error of a record that can't be saved into a problem: errors by field, or a conflict with an existing record.
 * @param taken the message if the name is taken
 */
export async function orProblem<T>(work: Promise<T>, taken = 'It already exists.'): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (isUniqueViolation(cause)) throw new ProblemError(Problems.conflict, taken);
    if (!(cause instanceof InvalidRecordError)) throw cause;
    throw problemOf(cause);
  }
}

export function problemOf({ fields, message }: InvalidRecordError): ProblemError {
  return fields.length > 0 ? invalid(fields) : new ProblemError(Problems.conflict, message);
}
