import type { Visit } from '../platform/operations/visit.js';
import { stepPage } from '../platform/pages/step-page.js';
import type { ShownProblem } from '../platform/pages/problem.page.js';
import { readerOf } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import { BudgetSpent } from '../platform/throttle/budget-spent.js';

/**
 * The page that tells a person, in their language, that their account sent too much by its pages (D316), or added too many ways
 * in (D336); null: the problem is another one.
 */
export function accountProblemPage(visit: Visit, { status, requestId, cause }: ShownProblem): string | null {
  const isAdding = cause instanceof BudgetSpent && cause.budget === 'addedWays';
  if (status !== 429 || !(isAdding || visit.exchange.operation?.account === 'browser')) return null;
  const reader = readerOf(visit);
  const t = textsIn(reader.language);
  const title = t(isAdding ? 'tooMuch.waysTitle' : 'tooMuch.title');
  return stepPage({
    reader,
    hasLanguages: false,
    title,
    foot: `Request ${requestId}`,
    lead: t(isAdding ? 'tooMuch.waysLead' : 'tooMuch.lead'),
  });
}
