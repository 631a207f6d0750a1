import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import { TrustedBrowsers } from '../factors/trusted-browsers.js';
import type { Long } from '../../platform/operations/long.js';
import type { ThisBrowser } from '../accounts/remedies.js';
import { sessionDigestOf } from './http-sessions.js';
import { knownMarkIn } from './known-browsers.js';

/** What an account keeps of the browser that sends a visit, where everything else of its kind ends. */
@Injectable()
export class KeptBrowser {
  constructor(private readonly trusted: TrustedBrowsers) {}

  of(accountId: Long, visit: Visit): ThisBrowser {
    return {
      session: sessionDigestOf(visit),
      trust: this.trusted.digestIn(accountId, visit),
      known: knownMarkIn(accountId, visit),
    };
  }
}
