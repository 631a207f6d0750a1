import { textIn } from '../../platform/checks/form.js';
import type { Visit } from '../../platform/operations/visit.js';
import { SECTIONS } from './account-frame.js';

/** The hidden field that forms on `/account/security` send. */
export const FROM_SECURITY = { from: 'security' } as const;

/** Returns where a form leads: back to the list of all ways in, if it was sent from there. @param page its own page */
export function pageAfterEnd(visit: Visit, page: string): string {
  return textIn(visit.body, 'from') === FROM_SECURITY.from ? `${SECTIONS.security}?removed=` : page;
}
