import { classOf } from '../oracle/outcome-class.js';
import type { Outcome } from '../wire/answer.js';

/**
 * An operation is reached when a well-formed request of it succeeded: its handler ran, past the guards and the rules for
 * its input, and did what it is for. These can't be reached by a run, or only so far.
 */

/** Operations that no run reaches, and why. One that is reached all the same, or is no operation, makes the run fail. */
export const EXCUSED: Readonly<Record<string, string>> = {
  adminsetup:
    'It works once, on a server without an administrator: the server of a run has one from the start.',
  adminsetuppage: 'As adminsetup.',
  adminsetupform: 'As adminsetup.',
  adminsigninsetup:
    'Shown where ADMIN_SECOND_FACTOR is required: the administrators of a run sign in by a password.',
  adminsigninsetupform: 'As adminsigninsetup.',
  adminunregisteredendform:
    'The server of a run fetches no document from outside, so nobody has connected such an application.',
  adminunregisteredend: 'As adminunregisteredendform.',
  notme: 'Its link is in notices alone, and the server of a run sends no mail.',
  notmepost: 'It answers the page of notme alone, which is excused above.',
};

/** An answer by an operation's own rule that counts, since a success takes longer than a run. */
interface OwnAnswer {
  readonly status: number;
  readonly because: string;
}

export const ANSWERS_THAT_COUNT: Readonly<Record<string, OwnAnswer>> = {
  invitationresend: {
    status: 303,
    because: 'An invitation is sent anew once it has expired, after a week. An open one is led back to.',
  },
  accountfactorkeep: {
    status: 400,
    because: 'A second factor stops a recovery once it is settled, after a month.',
  },
  lostfactorremove: {
    status: 400,
    because:
      'Its link removes the factor after an hour at the earliest. A link that is not open is answered with 410.',
  },
};

/** Whether the outcome of a well-formed request shows that its operation was reached. */
export function isReachedBy(name: string, outcome: Outcome): boolean {
  return classOf(name, outcome) === 'done' || ANSWERS_THAT_COUNT[name]?.status === outcome.status;
}
