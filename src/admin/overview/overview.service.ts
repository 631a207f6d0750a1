import { Injectable } from '@nestjs/common';
import { ActivityRecord } from '../../platform/activity/activity-record.js';
import { Clock } from '../../platform/security/clock.js';
import { CallFigures } from './call-figures.js';
import { activeAccountsOf, figuresOf, refusalFigures } from './figures.js';
import type { OverviewView } from './overview.view.js';
import { timesOf, type FigurePeriod } from './period.js';
import { ServerFigures } from './server-figures.js';

/** Reads the figures of the home page. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly activity: ActivityRecord,
    private readonly calls: CallFigures,
    private readonly server: ServerFigures,
    private readonly clock: Clock,
  ) {}

  async read(period: FigurePeriod = '24h'): Promise<OverviewView> {
    const at = this.clock.now();
    const times = timesOf(period, at);
    const { from, lengthMs, span } = times;
    const [state, counts, seen, calls] = await Promise.all([
      this.server.read(),
      this.activity.counts(times),
      this.activity.accountsSeen(span, new Date(from.getTime() - lengthMs), at),
      this.calls.read(),
    ]);
    const { signIns, failures, tokens: tokensIssued, families: newFamilies } = figuresOf(counts, times);
    const activeAccounts = activeAccountsOf(seen, times);
    const figures = { signIns, failures, tokensIssued, activeAccounts, newFamilies };
    return { at, period, from, ...figures, refusals: refusalFigures(counts), calls, ...state };
  }
}
