/** What an answer said beside its body. */
export interface AnswerHead {
  /** The HTTP status; 0 where there was no answer to blame. */
  readonly status: number;
  readonly headers?: Headers;
}

/** Whatever went wrong: each error of this library is one. What `fetch` throws without an answer stays as it is. */
export class HearthError extends Error {
  /** The HTTP status; 0 where there was no answer to blame. */
  readonly status: number;
  /** Headers of the answer: `X-Request-Id`, `WWW-Authenticate` … */
  readonly headers: Headers;

  constructor(message: string, { status, headers = new Headers() }: AnswerHead, cause?: unknown) {
    super(message, { cause });
    this.name = 'HearthError';
    this.status = status;
    this.headers = headers;
  }

  /** Seconds to wait before another try, where the server says so; null otherwise. */
  get retryAfter(): number | null {
    return secondsIn(this.headers.get('Retry-After'));
  }
}

/** The body of a refused call: `{"a01":{"ex":{…},"cn":"provsearch"}}`. */
export interface CallErrorBody {
  readonly a01: {
    readonly ex: {
      readonly name: string;
      readonly type: 'Ex' | 'Un';
      readonly value: string;
      readonly message: string;
      readonly uri?: string;
    };
    readonly cn: string;
  };
}

/** A call was refused. Each name has a class of its own, `AFizFamilyNotEmpty`; a name that this version does not know is of this one. */
export class CallError extends HearthError {
  readonly type: 'Ex' | 'Un';
  /** The interface's number; several names may share one. */
  readonly value: number;
  /** Where the user can put it right, if at all. */
  readonly uri: string | undefined;
  /** The name of the call: `provdeletefamily`. */
  readonly call: string;

  constructor({ a01: { ex, cn } }: CallErrorBody, head: AnswerHead) {
    super(ex.message, head);
    this.name = ex.name;
    this.type = ex.type;
    this.value = Number(ex.value);
    this.uri = ex.uri;
    this.call = cn;
  }
}

/** The body of a refusal by a standard endpoint (RFC 6749 §5.2). */
export interface OAuthErrorBody {
  readonly error: string;
  readonly error_description?: string;
  readonly error_uri?: string;
}

/** `/token` and its like refused, or the user came back with an error: `access_denied`, `invalid_grant` … */
export class OAuthError extends HearthError {
  /** As registered by the RFCs: `access_denied`, `invalid_grant` … */
  readonly error: string;
  /** Where the user can put it right, if at all. */
  readonly uri: string | undefined;

  constructor({ error, error_description, error_uri }: OAuthErrorBody, head: AnswerHead) {
    super(error_description ?? error, head);
    this.name = 'OAuthError';
    this.error = error;
    this.uri = error_uri;
  }
}

/** What came back to the application answers none of its own questions: nothing in it may be used. */
export class InvalidCallback extends HearthError {
  constructor(message: string) {
    super(message, { status: 0 });
    this.name = 'InvalidCallback';
  }
}

/** There are no tokens, or they are over for good: the user has to sign in. `cause` says why, if the server did. */
export class SignInRequired extends HearthError {
  constructor(cause?: HearthError) {
    super(cause?.message ?? 'There are no tokens.', cause ?? { status: 0 }, cause);
    this.name = 'SignInRequired';
  }
}

/** Seconds of a `Retry-After`; null for a date, or nothing. */
export function secondsIn(text: string | null): number | null {
  return text !== null && /^\d+$/.test(text) ? Number(text) : null;
}
