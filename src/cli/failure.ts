/** Exit codes, so that scripts can tell failures apart; see docs/command-line.md and `hearth help exit-codes`. */
export const EXIT_CODES = {
  done: { code: 0, meaning: 'done' },
  failed: {
    code: 1,
    meaning:
      'failed: invalid values, a refusal of your own, something unexpected, or a change that may be made or not',
  },
  usage: { code: 2, meaning: 'the command line itself is wrong' },
  notSignedIn: { code: 3, meaning: 'not signed in, or the session is over: hearth login' },
  refused: { code: 4, meaning: 'your role or your client may not do this' },
  notFound: { code: 5, meaning: 'there is no such thing' },
  conflict: { code: 6, meaning: 'it exists already, is in use, or somebody else changed it meanwhile' },
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
