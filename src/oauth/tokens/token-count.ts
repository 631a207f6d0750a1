import { Injectable } from '@nestjs/common';
import { ActiveAccounts } from '../../platform/activity/active-accounts.js';
import { HourlyCounters } from '../../platform/activity/hourly-counters.js';
import type { Long } from '../../platform/operations/long.js';
import { Metrics } from '../../platform/telemetry/metrics.js';
import type { AccessTokenType } from './format/access-token.js';

/** Reasons to end a grant that mean theft, with the kind of the reused token. */
const REUSED = { 'token.reused': 'refresh_token', 'code.reused': 'code' } as const;
type Reuse = keyof typeof REUSED;

export function isReuse(action: string): action is Reuse {
  return action in REUSED;
}

interface IssuedToken {
  /** How it was obtained. */
  readonly grant: string;
  readonly type: AccessTokenType;
  /** null: a client's own. */
  readonly accountId: Long | null;
}

/** Counts issued access tokens, and reused tokens and codes, for Prometheus and for the overview (D238). */
@Injectable()
export class TokenCount {
  constructor(
    private readonly metrics: Metrics,
    private readonly counters: HourlyCounters,
    private readonly accounts: ActiveAccounts,
  ) {}

  issued({ grant, type, accountId }: IssuedToken): void {
    this.metrics.tokensIssued.inc({ grant, type });
    this.counters.add('token');
    if (accountId !== null) this.accounts.seen(accountId);
  }

  reused(action: Reuse): void {
    this.metrics.reuses.inc({ what: REUSED[action] });
    this.counters.add(`refused:${action}`);
  }
}
