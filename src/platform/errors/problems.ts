/** The errors of the administration API (RFC 9457); `type` is `urn:hearth:problem:` and the key in words. */
export interface ProblemDefinition {
  readonly type: string;
  readonly status: number;
  readonly title: string;
}

const define = (key: string, status: number, title: string): ProblemDefinition =>
  Object.freeze({ type: `urn:hearth:problem:${key}`, status, title });

export const Problems = {
  notSignedIn: define('not-signed-in', 401, 'Nobody is signed in'),
  forbidden: define('forbidden', 403, 'Not allowed'),
  confirmationRequired: define('confirmation-required', 403, 'The password is needed once more'),
  notFound: define('not-found', 404, 'Not found'),
  conflict: define('conflict', 409, 'It can’t be done as things are'),
  preconditionFailed: define('precondition-failed', 412, 'Somebody else changed it meanwhile'),
  tooLarge: define('too-large', 413, 'It is too large'),
  invalid: define('invalid', 422, 'Something in it can’t be taken'),
  preconditionRequired: define('precondition-required', 428, 'If-Match is missing'),
} as const;

/** One invalid value, by its name in the request. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}

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

/** For invalid values, each with what is expected. */
export function invalid(fields: readonly FieldError[]): ProblemError {
  return new ProblemError(
    Problems.invalid,
    fields.map(({ field, message }) => `${field} ${message}.`).join(' '),
    fields,
  );
}
