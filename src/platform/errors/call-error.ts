import type { ErrorDefinition } from './catalogue.js';

interface CallErrorOptions {
  /** One English sentence that says what to change; replaces the catalogue's meaning. It leaves the process. */
  readonly message?: string;
  /** Where a person can mend it. */
  readonly uri?: string;
  /** Response headers, e.g. `WWW-Authenticate`, `Retry-After`. */
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** The cause, for the log only. */
  readonly cause?: unknown;
}

/** An error of the catalogue, on its way to the caller. `details` (ids, never secrets) go to the log only. */
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
}

/** The client is turned away before its request is looked at: there is none of that name, or no ruleset allows it this. */
export class ClientRefused extends CallError {}
