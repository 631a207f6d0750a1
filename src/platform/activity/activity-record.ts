import { Injectable } from '@nestjs/common';
import { Between } from 'typeorm';
import { Database } from '../database/database.js';
import { ActiveAccountsRow } from './active-accounts-row.entity.js';
import { ActiveAccounts, type Span } from './active-accounts.js';
import { Sketch } from './sketch.js';

/** A count in one bucket. Buckets are numbered from the first one; earlier ones are negative. */
export interface BucketCount {
  readonly kind: string;
  readonly bucket: number;
  readonly count: number;
}

/** Buckets of one length, and the same number of earlier ones to compare with. */
export interface Window {
  readonly from: Date;
  /** Start of the current hour, the last one of the window. */
  readonly until: Date;
  readonly bucketMs: number;
  /** How far back the compared time is. */
  readonly lengthMs: number;
}

export interface SeenAccounts {
  readonly startsAt: Date;
  readonly sketch: Sketch;
}

/**
 * The compared time is as long as the elapsed part of the window. Buckets are counted from its start: date_bin() uses integer
 * arithmetic, while a difference of times in seconds would be a `numeric` for each row.
 */
const COUNTS = {
  name: 'hourly-counts-read',
  text: `SELECT kind, date_bin($3::float8 * interval '1 ms', hour, $1::timestamptz - $4::float8 * interval '1 ms') AS "startsAt", sum(count)::float8 AS count
           FROM hourly_count
          WHERE hour BETWEEN $1::timestamptz AND $2::timestamptz
             OR hour BETWEEN $1::timestamptz - $4::float8 * interval '1 ms' AND $2::timestamptz - $4::float8 * interval '1 ms'
          GROUP BY 1, 2`,
};

/** Reads the counts of all nodes, without the last seconds of other nodes. */
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
