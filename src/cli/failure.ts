/** Exit codes, so that scripts can tell failures apart; see docs/administer/command-line.md and `hearth help exit-codes`. */
export const EXIT_CODES = {
  done: { code: 0, meaning: 'done' },
  failed: {
    code: 1,
    meaning:
      'failed: invalid values, you declined to continue, an unexpected error, or a change with unknown outcome',
  },
  usage: { code: 2, meaning: 'wrong usage of the command line' },
  notSignedIn: { code: 3, meaning: 'not signed in, or the session has ended: hearth login' },
  refused: { code: 4, meaning: 'not permitted for your role or client' },
  notFound: { code: 5, meaning: 'not found' },
  conflict: { code: 6, meaning: 'conflict: it exists already, is in use, or someone else has changed it' },
  away: { code: 7, meaning: 'the server cannot be reached, or is not ready' },
} as const;

export type ExitCode = keyof typeof EXIT_CODES;

/** Ends a command: a message for the person who typed it, and the exit code. */
export class Failure extends Error {
  constructor(
    message: string,
    readonly exitCode: ExitCode = 'failed',
  ) {
    super(message);
  }
}
