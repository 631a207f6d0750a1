/** Milliseconds for a place: a connection, the statement before its own in a batch, a turn to be hashed. */
export const PLACE_MS = 4000;
/** Milliseconds for a statement, and for a lock. */
export const STATEMENT_MS = 5000;
/**
 * Milliseconds for the answer of a server that may have gone silent, so that its own limit does not reach us. For a statement
 * outside a transaction the wait for its connection counts too: after a wait of more than the half second between the limits,
 * it may give up first, and reports that the outcome of a change is unknown.
 */
export const ANSWER_MS = STATEMENT_MS + 500;
/** Less than ten seconds, with the delays of a busy machine: an older request has been answered, or its caller has gone (D166). */
export const CALLER_MS = PLACE_MS + ANSWER_MS;
