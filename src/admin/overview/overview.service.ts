import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { Clock, DAY, SECOND } from '../../platform/security/clock.js';
import { HOUR_MS, HourlyCounts, type HourlyCount } from './hourly-counts.js';
import * as sql from './overview-statements.js';
import type { HourView, NodeView, OverviewView, RefusalsView, TokensAliveView } from './overview.view.js';

const HOURS = 24;
const REASONS = 10;
const ALIVE_MS = 45 * SECOND;
const RECENT_LEGACY_MS = 30 * DAY;

/** Reads the figures of the home page. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly database: Database,
    private readonly counts: HourlyCounts,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<OverviewView> {
    const at = this.clock.now();
    const current = Math.floor(at.getTime() / HOUR_MS);
    const first = current - HOURS + 1;
    const [tokens, outbox, nodes, [legacyUse], counts] = await Promise.all([
      this.tokens(),
      this.outbox(),
      this.nodes(),
      this.database.query<OverviewView['legacyUse']>(sql.LEGACY_USE, [
        new Date(at.getTime() - RECENT_LEGACY_MS),
      ]),
      this.counts.since(first, current),
    ]);
    const hours = Array.from({ length: HOURS }, (_, index) => hourOf(counts, first + index));
    return { at, hours, refusals: refusalsOf(counts), tokens, outbox, nodes, legacyUse };
  }

  async outbox(): Promise<OverviewView['outbox']> {
    const [numbers] = await this.database.query<OverviewView['outbox']>(sql.OUTBOX, []);
    return numbers;
  }

  async nodes(): Promise<NodeView[]> {
    const now = this.clock.millis();
    const rows = await this.database.query<Omit<NodeView, 'isAlive'>>(sql.NODES, []);
    return rows.map((row) => ({ ...row, isAlive: now - row.seenAt.getTime() < ALIVE_MS }));
  }

  private async tokens(): Promise<TokensAliveView> {
    const rows = await this.database.query<{ name: string; count: number; large: boolean }>(sql.TOKENS, [
      this.clock.now(),
    ]);
    const countOf = (name: string): number => rows.find((row) => row.name === name)?.count ?? 0;
    const isEstimated = rows.some(({ large }) => large);
    return { access: countOf('access'), refresh: countOf('refresh'), grants: countOf('grants'), isEstimated };
  }
}

function hourOf(counts: readonly HourlyCount[], hour: number): HourView {
  const signIns = counts.filter((count) => count.action === 'signin' && count.hour === hour);
  const of = (outcome: HourlyCount['outcome']): number =>
    signIns.find((count) => count.outcome === outcome)?.count ?? 0;
  return { hour: new Date(hour * HOUR_MS), signIns: of('ok'), refusals: of('refused') };
}

function refusalsOf(counts: readonly HourlyCount[]): RefusalsView[] {
  const sums = new Map<string, number>();
  for (const { action, outcome, count } of counts)
    if (outcome === 'refused') sums.set(action, (sums.get(action) ?? 0) + count);
  const refusals = [...sums].map(([reason, count]) => ({ reason, count }));
  return refusals.sort((a, b) => b.count - a.count).slice(0, REASONS);
}
