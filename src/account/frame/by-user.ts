import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import type { Visit } from '../../platform/operations/visit.js';
import type { BySession } from '../../identity/sessions/hold-sign-in.js';
import { requiredSessionOf } from '../../identity/sessions/http-sessions.js';
import type { ByUser } from '../../oauth/consent/connected-apps.service.js';

/** A user who acts on a page of the own account. */
export type ActingUser = ByUser & BySession;

/** Who sends a form, from where, and by which session. */
export function byUser({ accountId }: Pick<AccountInformationView, 'accountId'>, visit: Visit): ActingUser {
  return { accountId, address: visit.address, session: requiredSessionOf(visit) };
}
