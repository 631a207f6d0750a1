import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database.js';
import { MINUTE } from '../../platform/security/clock.js';
import { EVENTS_BY_HOUR } from './overview-statements.js';

export const HOUR_MS = 60 * MINUTE;

/** Events of one hour, numbered in hours since 1970. */
export interface HourlyCount {
  readonly hour: number;
  readonly action: string;
  readonly outcome: 'ok' | 'refused';
  readonly count: number;
}

/** Sign-ins and refusals by the hour. A past hour is counted only once: a busy day has a million events. */
@Injectable()
export class HourlyCounts {
  private settled: readonly HourlyCount[] = [];
  private settledBefore = 0;

  constructor(private readonly database: Database) {}

  /** @param first number of the first hour @param current number of the current hour */
  async since(first: number, current: number): Promise<readonly HourlyCount[]> {
    const from = Math.max(first, this.settledBefore);
    const fresh = await this.database.query<HourlyCount>(EVENTS_BY_HOUR, [new Date(from * HOUR_MS)]);
    const all = [...this.settled.filter(({ hour }) => hour >= first && hour < from), ...fresh];
    // Under a flood, events are written up to a minute late, so the previous hour can still change.
    this.settledBefore = Math.max(from, current - 1);
    this.settled = all.filter(({ hour }) => hour < this.settledBefore);
    return all;
  }
}
