import { CallError } from './call-error.js';
import { Errors } from './catalogue.js';

const RETRY_AFTER = { 'Retry-After': '2' };

/** The database is away, busy or lost, and nothing was changed. @param details for the log */
export function unavailable(details: Readonly<Record<string, unknown>>, cause: unknown): CallError {
  return new CallError(Errors.unavailable, details, { headers: RETRY_AFTER, cause });
}

/** The same where a change was sent and its answer never came, or followed another one that was made. */
export function outcomeUnknown(details: Readonly<Record<string, unknown>>, cause: unknown): CallError {
  return new CallError(Errors.outcomeUnknown, details, { headers: RETRY_AFTER, cause });
}

/** Says nothing about what was asked for: neither its credentials nor anything else was judged to the end. */
export function isUnavailable(cause: unknown): cause is CallError {
  return (
    cause instanceof CallError &&
    (cause.definition === Errors.unavailable || cause.definition === Errors.outcomeUnknown)
  );
}

export function isOutcomeUnknown(cause: unknown): boolean {
  return cause instanceof CallError && cause.definition === Errors.outcomeUnknown;
}

/** For what follows a change of the same request that was committed: "nothing was changed" would be untrue from here on. */
export async function afterCommit<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw isUnavailable(cause) ? outcomeUnknown(cause.details, cause) : cause;
  }
}

/** Once more where the database was away or a connection was lost: for what does no harm when it is done twice. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isUnavailable(cause)) throw cause;
    return work();
  }
}
