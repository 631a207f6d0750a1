import { textIn } from '../../platform/checks/form.js';
import type { Visit } from '../../platform/operations/visit.js';
import { SECTIONS } from './account-frame.js';

/** What a form on `/account/security` sends along. */
export const FROM_SECURITY = { from: 'security' } as const;

/** Where the act of a form leads: back to the list of all ways in, if it was sent there. @param page its own */
export function pageAfterEnd(visit: Visit, page: string): string {
  return textIn(visit.body, 'from') === FROM_SECURITY.from ? `${SECTIONS.security}?removed=` : page;
}
