import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Clock, DAY, MINUTE, SECOND } from '../../security/clock.js';
import * as sql from './overview-statements.js';
import type { HourView, NodeView, OverviewView, RefusalsView, TokensAliveView } from './overview.view.js';

const HOUR_MS = 60 * MINUTE;
const HOURS = 24;
const ALIVE_MS = 45 * SECOND;
const RECENT_LEGACY_MS = 30 * DAY;

interface Counted {
  hour: number;
  outcome: 'ok' | 'refused';
  count: number;
}

/** The numbers of the home page. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  async read(): Promise<OverviewView> {
    const at = this.clock.now();
    const [tokens, outbox, nodes, legacyUse] = await Promise.all([
      this.tokens(),
      this.database.query<OverviewView['outbox']>(sql.OUTBOX, []),
      this.nodes(at),
      this.database.query<OverviewView['legacyUse']>(sql.LEGACY_USE, [
        new Date(at.getTime() - RECENT_LEGACY_MS),
      ]),
    ]);
    const [hours, refusals] = await Promise.all([this.hours(at), this.refusals(at)]);
    return { at, hours, refusals, tokens, outbox: outbox[0], nodes, legacyUse: legacyUse[0] };
  }

  private async hours(at: Date): Promise<HourView[]> {
    const last = Math.floor(at.getTime() / HOUR_MS);
    const first = last - HOURS + 1;
    const rows = await this.database.query<Counted>(sql.SIGN_INS, [new Date(first * HOUR_MS)]);
    const countOf = (hour: number, outcome: Counted['outcome']): number =>
      rows.find((row) => row.hour === hour && row.outcome === outcome)?.count ?? 0;
    return Array.from({ length: HOURS }, (_, index) => {
      const hour = first + index;
      return {
        hour: new Date(hour * HOUR_MS),
        signIns: countOf(hour, 'ok'),
        refusals: countOf(hour, 'refused'),
      };
    });
  }

  private refusals(at: Date): Promise<RefusalsView[]> {
    return this.database.query<RefusalsView>(sql.REFUSALS, [new Date(at.getTime() - DAY)]);
  }

  private async tokens(): Promise<TokensAliveView> {
    const rows = await this.database.query<{ name: keyof TokensAliveView; count: number; large: boolean }>(
      sql.TOKENS,
      [this.clock.now()],
    );
    const countOf = (name: string): number => rows.find((row) => row.name === name)?.count ?? 0;
    const isEstimated = rows.some(({ large }) => large);
    return { access: countOf('access'), refresh: countOf('refresh'), grants: countOf('grants'), isEstimated };
  }

  private async nodes(at: Date): Promise<NodeView[]> {
    const rows = await this.database.query<Omit<NodeView, 'isAlive'>>(sql.NODES, []);
    return rows.map((row) => ({ ...row, isAlive: at.getTime() - row.seenAt.getTime() < ALIVE_MS }));
  }
}
