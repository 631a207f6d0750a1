/** Milliseconds for a place: a connection, the statement before its own in a batch, a turn to be hashed. */
export const PLACE_MS = 4000;
/** Milliseconds for a statement, and for a lock. */
export const STATEMENT_MS = 5000;
/**
 * Milliseconds for the answer of a server that may have gone silent: its own limit does not reach us then. For a statement
 * outside a transaction the wait for its connection counts too: who waited for one for more than the half second between the
 * limits may give up first, and is told that the outcome of a change is unknown.
 */
export const ANSWER_MS = STATEMENT_MS + 500;
/** Less than ten seconds, with what a busy machine adds: who asked longer ago has been answered, or has gone (D166). */
export const CALLER_MS = PLACE_MS + ANSWER_MS;
