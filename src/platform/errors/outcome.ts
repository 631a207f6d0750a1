import { CallError } from './call-error.js';
import { Errors } from './catalogue.js';

const RETRY_AFTER = { 'Retry-After': '2' };

/** The database is unavailable, busy or lost, and nothing was changed. @param details for the log */
export function unavailable(details: Readonly<Record<string, unknown>>, cause: unknown): CallError {
  return new CallError(Errors.unavailable, details, { headers: RETRY_AFTER, cause });
}

/** The database is unavailable, busy or lost, and a change was sent but not answered, or another one already committed. */
export function outcomeUnknown(details: Readonly<Record<string, unknown>>, cause: unknown): CallError {
  return new CallError(Errors.outcomeUnknown, details, { headers: RETRY_AFTER, cause });
}

/**
 * Whether the error says nothing about the request itself: neither its credentials nor anything else was fully judged.
 */
export function isUnavailable(cause: unknown): cause is CallError {
  return (
    cause instanceof CallError &&
    (cause.definition === Errors.unavailable || cause.definition === Errors.outcomeUnknown)
  );
}

export function isOutcomeUnknown(cause: unknown): boolean {
  return cause instanceof CallError && cause.definition === Errors.outcomeUnknown;
}

/** For work after a committed change of the same request: "nothing was changed" would no longer be true. */
export async function followUp<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw isUnavailable(cause) ? outcomeUnknown(cause.details, cause) : cause;
  }
}

/** Retries once if the database was unavailable or a connection was lost: for work that may safely be repeated. */
export async function again<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (!isUnavailable(cause)) throw cause;
    return work();
  }
}
