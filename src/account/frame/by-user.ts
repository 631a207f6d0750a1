import type { Visit } from '../../platform/operations/visit.js';
import type { BySession, ByUser } from '../../identity/sessions/hold-sign-in.js';
import { requiredSessionOf } from '../../identity/sessions/current-session.js';
import type { OwnVisit } from '../../identity/sessions/own-visit.js';
import type { Long } from '../../platform/operations/long.js';

/** A user who acts on their own account, with the session of the request. */
export type ActingUser = ByUser & BySession;

/** Returns the user of a request, with network address and session. */
export function byUser(visit: OwnVisit): ActingUser {
  return byAccount(visit.account.accountId, visit);
}

/** Returns the user of a request to an open page, for the account of its session. */
export function byAccount(accountId: Long, visit: Visit): ActingUser {
  return { accountId, address: visit.address, session: requiredSessionOf(visit) };
}
