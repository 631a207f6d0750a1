import { Problems, type FieldError, type ProblemDefinition } from './problems.js';

/** An error of the administration, for its API and its pages alike. */
export class ProblemError extends Error {
  /** @param message one sentence that says what to do */
  constructor(
    readonly definition: ProblemDefinition,
    message: string,
    readonly fields: readonly FieldError[] = [],
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export function notFound(what: string): ProblemError {
  return new ProblemError(Problems.notFound, `There is no ${what}.`);
}

/** For a row that existed a moment ago: a concurrent request may have deleted it. @throws ProblemError notFound */
export function stillThere<T>(row: T | null, what: string): T {
  if (row === null) throw notFound(`${what} any more`);
  return row;
}

/** Creates the error for invalid values, each with the expectation. */
export function invalid(fields: readonly FieldError[]): ProblemError {
  return new ProblemError(
    Problems.invalid,
    fields.map(({ field, message }) => `${field} ${message}.`).join(' '),
    fields,
  );
}
