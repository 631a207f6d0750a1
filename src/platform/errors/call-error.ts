import { Errors, type ErrorDefinition } from './catalogue.js';

interface CallErrorOptions {
  /** One English sentence that says what to change; replaces the catalogue's meaning. It is sent to the caller. */
  readonly message?: string;
  /** A page where a person can solve the problem. */
  readonly uri?: string;
  /** Response headers, e.g. `WWW-Authenticate`, `Retry-After`. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** The cause, for the log only. */
  readonly cause?: unknown;
}

/** An error of the catalogue to answer with. `details` (ids, never secrets) are only logged. */
export class CallError extends Error {
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly uri: string | undefined;

  constructor(
    readonly definition: ErrorDefinition,
    readonly details: Readonly<Record<string, unknown>> = {},
    options: CallErrorOptions = {},
  ) {
    super(options.message ?? definition.meaning, { cause: options.cause });
    this.headers = options.headers ?? {};
    this.uri = options.uri;
  }

  /** For the log: what the database said follows in brackets. */
  override toString(): string {
    const { said } = this.details;
    return typeof said === 'string' ? `${super.toString()} (${said})` : super.toString();
  }
}

/** The client is refused before its request is examined: it does not exist, or no ruleset allows the call. */
export class ClientRefused extends CallError {}

/** @param message one sentence that says what to change */
export function invalidParameter(message: string): CallError {
  return new CallError(Errors.invalidParameter, {}, { message });
}
