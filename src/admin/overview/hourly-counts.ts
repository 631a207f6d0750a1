import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { MINUTE } from '../../platform/security/clock.js';
import { EVENTS_BY_HOUR } from './overview-statements.js';

export const HOUR_MS = 60 * MINUTE;

/** Events of one hour, by the number of the hour since 1970. */
export interface HourlyCount {
  readonly hour: number;
  readonly action: string;
  readonly outcome: 'ok' | 'refused';
  readonly count: number;
}

/** Sign-ins and refusals by the hour. An hour that is over is counted once: a busy day has a million events. */
@Injectable()
export class HourlyCounts {
  private settled: readonly HourlyCount[] = [];
  private settledBefore = 0;

  constructor(private readonly database: Database) {}

  /** @param first the first hour that is wanted @param current the hour that it is */
  async since(first: number, current: number): Promise<readonly HourlyCount[]> {
    const from = Math.max(first, this.settledBefore);
    const fresh = await this.database.query<HourlyCount>(EVENTS_BY_HOUR, [new Date(from * HOUR_MS)]);
    const all = [...this.settled.filter(({ hour }) => hour >= first && hour < from), ...fresh];
    // What came in a flood is written up to a minute late: the hour before can still change.
    this.settledBefore = Math.max(from, current - 1);
    this.settled = all.filter(({ hour }) => hour < this.settledBefore);
    return all;
  }
}
