import { InvalidRecordError } from '../../oauth/clients/client-record.js';
import { isUniqueViolation } from '../../platform/database/database-errors.js';
import { invalid, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';

/**
 * What a record can't be saved for, as a problem: by field, or a conflict with what is there already.
 * @param taken what to say where the name belongs to another
 */
export async function orProblem<T>(work: Promise<T>, taken = 'It is there already.'): Promise<T> {
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
