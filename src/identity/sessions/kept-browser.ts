import { trustDigestIn } from '../factors/trusted-browsers.js';
import type { ThisBrowser } from '../accounts/remedies.js';
import { sessionDigestOf } from './current-session.js';
import { knownMarkIn } from './known-browsers.js';
import type { OwnVisit } from './own-visit.js';

/** What a remedy spares of the browser that sends the visit, while other browsers' sessions and trust end. */
export function keptBrowserOf(visit: OwnVisit): ThisBrowser {
  const { accountId } = visit.account;
  return {
    session: sessionDigestOf(visit),
    trust: trustDigestIn(accountId, visit),
    known: knownMarkIn(accountId, visit),
  };
}
