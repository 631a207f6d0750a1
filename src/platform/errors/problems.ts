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
  secondFactorRequired: define('second-factor-required', 403, 'The second factor is needed as well'),
  secondFactorMissing: define(
    'second-factor-missing',
    403,
    'The account has to set up a second factor first',
  ),
  notFound: define('not-found', 404, 'Not found'),
  conflict: define('conflict', 409, 'Not possible in the current state'),
  unfinished: define('unfinished', 409, 'It takes longer: ask for it again'),
  preconditionFailed: define('precondition-failed', 412, 'Someone else has changed it in the meantime'),
  tooLarge: define('too-large', 413, 'It is too large'),
  invalid: define('invalid', 422, 'Invalid request'),
  preconditionRequired: define('precondition-required', 428, 'If-Match is missing'),
} as const;

/** One invalid value, by its name in the request. */
export interface FieldError {
  readonly field: string;
  readonly message: string;
}
