import type { Visit } from '../../platform/operations/visit.js';
import type { BySession } from '../../identity/sessions/hold-sign-in.js';
import { requiredSessionOf } from '../../identity/sessions/http-sessions.js';
import type { OwnVisit } from '../../identity/sessions/own-visit.js';
import type { Long } from '../../platform/operations/long.js';
import type { ByUser } from '../../oauth/consent/connected-apps.service.js';

/** A user who acts on a page of the own account. */
export type ActingUser = ByUser & BySession;

/** Who sends a form, from where, and by which session. */
export function byUser(visit: OwnVisit): ActingUser {
  return byAccount(visit.account.accountId, visit);
}

/** The same on a page that anybody opens, for whoever its session is of. */
export function byAccount(accountId: Long, visit: Visit): ActingUser {
  return { accountId, address: visit.address, session: requiredSessionOf(visit) };
}
