import { Injectable } from '@nestjs/common';
import { Between } from 'typeorm';
import { Database } from '../database/database.js';
import { ActiveAccountsRow } from './active-accounts-row.entity.js';
import { ActiveAccounts, type Span } from './active-accounts.js';
import { Sketch } from './sketch.js';

/** What happened in one bucket, numbered from the first one; those of the time before are negative. */
export interface BucketCount {
  readonly kind: string;
  readonly bucket: number;
  readonly count: number;
}

/** Buckets of one length, and as many of them before. */
export interface Window {
  readonly from: Date;
  /** Start of the current hour, the last one that is asked for. */
  readonly until: Date;
  readonly bucketMs: number;
  /** How far back the time before is. */
  readonly lengthMs: number;
}

export interface SeenAccounts {
  readonly startsAt: Date;
  readonly sketch: Sketch;
}

/**
 * The time before ends where it is as long as what has passed of this one. Buckets are counted from its start: date_bin() is
 * integer arithmetic, where a difference of times in seconds would be a `numeric` for each row.
 */
const COUNTS = {
  name: 'hourly-counts-read',
  text: `SELECT kind, date_bin($3::float8 * interval '1 ms', hour, $1::timestamptz - $4::float8 * interval '1 ms') AS "startsAt", sum(count)::float8 AS count
           FROM hourly_count
          WHERE hour BETWEEN $1::timestamptz AND $2::timestamptz
             OR hour BETWEEN $1::timestamptz - $4::float8 * interval '1 ms' AND $2::timestamptz - $4::float8 * interval '1 ms'
          GROUP BY 1, 2`,
};

/** Reads what all nodes counted; the last seconds of others are not there yet. */
@Injectable()
export class ActivityRecord {
  constructor(
    private readonly database: Database,
    private readonly accounts: ActiveAccounts,
  ) {}

  async counts({ from, until, bucketMs, lengthMs }: Window): Promise<BucketCount[]> {
    const rows = await this.database.query<{ kind: string; startsAt: Date; count: number }>(COUNTS, [
      from,
      until,
      bucketMs,
      lengthMs,
    ]);
    return rows.map(({ kind, startsAt, count }) => {
      return { kind, count, bucket: (startsAt.getTime() - from.getTime()) / bucketMs };
    });
  }

  async accountsSeen(span: Span, from: Date, until: Date): Promise<SeenAccounts[]> {
    const where = { span, startsAt: Between(from, until) };
    const rows = await this.database.dataSource.manager.findBy(ActiveAccountsRow, where);
    const own = this.accounts
      .ofThisNode(span)
      .filter(({ startsAt }) => startsAt >= from && startsAt <= until);
    return [...rows.map(({ startsAt, sketch }) => ({ startsAt, sketch: new Sketch(sketch) })), ...own];
  }
}
