import { Injectable } from '@nestjs/common';
import { TrustedBrowsers } from '../factors/trusted-browsers.js';
import type { ThisBrowser } from '../accounts/remedies.js';
import { sessionDigestOf } from './http-sessions.js';
import { knownMarkIn } from './known-browsers.js';
import type { OwnVisit } from './own-visit.js';

/** What an account keeps of the browser that sends a visit, where everything else of its kind ends. */
@Injectable()
export class KeptBrowser {
  constructor(private readonly trusted: TrustedBrowsers) {}

  of(visit: OwnVisit): ThisBrowser {
    const { accountId } = visit.account;
    return {
      session: sessionDigestOf(visit),
      trust: this.trusted.digestIn(accountId, visit),
      known: knownMarkIn(accountId, visit),
    };
  }
}
