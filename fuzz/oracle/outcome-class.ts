import { header, isAnswer, type Outcome } from '../wire/answer.js';

/** The class of an answer. `elsewhere`: a guard sent the browser to a page where people show who they are. */
export type OutcomeClass = 'done' | 'elsewhere' | 'refused' | 'failed' | 'none';

const PROOF_PAGE = /^\/(?:(?:admin\/)?sign-in|confirm)(?:[/?]|$)/;
/** Operations whose success leads to a sign-in page. */
const LEADS_THERE = /^(?:(?:admin)?signout|signinpost|adminsignin)$/;

/** @param name of the operation */
export function classOf(name: string, outcome: Outcome): OutcomeClass {
  if (!isAnswer(outcome)) return 'none';
  if (outcome.status >= 500 && outcome.status < 507 && outcome.status !== 501) return 'failed';
  if (outcome.status >= 400) return 'refused';
  const isSentAway = outcome.status >= 300 && PROOF_PAGE.test(header(outcome, 'location') ?? '');
  return isSentAway && !LEADS_THERE.test(name) ? 'elsewhere' : 'done';
}
