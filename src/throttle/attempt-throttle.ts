import { Injectable } from '@nestjs/common';
import pLimit, { type LimitFunction } from 'p-limit';
import type { EntityManager } from 'typeorm';
import { AuditLog } from '../audit/audit-log.js';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock, SECOND } from '../security/clock.js';
import { digestOf } from '../security/secrets.js';
import { networkOf } from './network.js';
import { current, FREE_FAILURES, waitFor, WINDOW_MS, type FailureCount } from './throttle-rules.js';

interface Limit {
  readonly key: Buffer;
  readonly free: number;
}

/** What one attempt found and wrote, so that it can be taken back. */
interface Reservation {
  readonly limits: readonly Limit[];
  readonly at: Date;
  readonly before: readonly FailureCount[];
}

interface CountRow {
  key: Buffer;
  failures: number;
  window_started_at: Date;
  last_failed_at: Date;
}

/**
 * Slows down guessing (D40). An attempt is counted as a failure before its secret is looked at and taken back when
 * it was right, so that parallel guesses can't all slip through one check.
 */
@Injectable()
export class AttemptThrottle {
  /** Attempts under way here: more than the free ones wait, since those may yet turn out right. */
  private readonly underWay = new Map<string, { limit: LimitFunction; attempts: number }>();

  constructor(
    private readonly database: Database,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * @param subject whose secret it is; for an unknown one its normalized name, so that both are treated alike
   * @param check answers null for a wrong secret; when it throws, the attempt does not count
   * @throws CallError tooManyAttempts with Retry-After in seconds
   */
  async attempt<T>(subject: string, address: string, check: () => Promise<T | null>): Promise<T | null> {
    const key = `${subject}|${networkOf(address)}`;
    const own = this.underWay.get(key) ?? { limit: pLimit(FREE_FAILURES.accountAndAddress), attempts: 0 };
    this.underWay.set(key, own);
    own.attempts++;
    try {
      return await own.limit(() => this.counted(subject, address, check));
    } catch (cause) {
      if (cause instanceof CallError && cause.definition === Errors.tooManyAttempts)
        this.audit.count({ action: 'attempt.throttled', outcome: 'refused', address });
      throw cause;
    } finally {
      if (--own.attempts === 0) this.underWay.delete(key);
    }
  }

  private async counted<T>(
    subject: string,
    address: string,
    check: () => Promise<T | null>,
  ): Promise<T | null> {
    const reservation = await this.reserve(limitsOf(subject, networkOf(address)));
    let result: T | null;
    try {
      result = await check();
    } catch (cause) {
      await this.release(reservation, false);
      throw cause;
    }
    if (result !== null) await this.release(reservation, true);
    return result;
  }

  private reserve(limits: readonly Limit[]): Promise<Reservation> {
    return this.database.transaction(async (tx) => {
      const at = this.clock.now();
      const before = await this.lock(tx, limits, at);
      const waitMs = Math.max(...limits.map(({ free }, i) => waitFor(before[i], free, at)));
      if (waitMs > 0) throw tooMany(waitMs);
      for (const [i, { key, free }] of limits.entries()) {
        const { failures, windowStartedAt } = current(before[i], free, at);
        await this.write(tx, key, { failures: failures + 1, windowStartedAt, lastFailedAt: at });
      }
      return { limits, at, before };
    });
  }

  /** Takes the attempt back; a success also forgets the failures of this subject from this address. */
  private release({ limits, at, before }: Reservation, isSuccess: boolean): Promise<void> {
    return this.database.transaction(async (tx) => {
      const now = await this.lock(tx, limits, at);
      for (const [i, { key }] of limits.entries()) {
        const { failures, windowStartedAt, lastFailedAt } = now[i];
        const isOwn = i === 0 && isSuccess;
        await this.write(tx, key, {
          failures: isOwn ? 0 : Math.max(0, failures - 1),
          windowStartedAt,
          // Nobody else failed meanwhile: the last failure is again the one before.
          lastFailedAt: lastFailedAt.getTime() === at.getTime() ? before[i].lastFailedAt : lastFailedAt,
        });
      }
    });
  }

  /** Makes the rows where they are missing and locks them, always in the order of their keys: no two can deadlock. */
  private async lock(tx: EntityManager, limits: readonly Limit[], now: Date): Promise<FailureCount[]> {
    const rows = await tx.query<CountRow[]>(
      `INSERT INTO sign_in_throttle AS t (key, failures, window_started_at, last_failed_at, expires_at)
       SELECT key, 0, $2::timestamptz, $2::timestamptz, $3::timestamptz FROM unnest($1::bytea[]) AS key ORDER BY key
       ON CONFLICT (key) DO UPDATE SET failures = t.failures RETURNING t.*`,
      [limits.map(({ key }) => key), now, new Date(now.getTime() + 2 * WINDOW_MS)],
    );
    return limits.map(({ key }) => toCount(rows.find((row) => row.key.equals(key)) as CountRow));
  }

  private async write(tx: EntityManager, key: Buffer, count: FailureCount): Promise<void> {
    const { failures, windowStartedAt, lastFailedAt } = count;
    const expiresAt = new Date(this.clock.millis() + 2 * WINDOW_MS);
    await tx.query(
      `UPDATE sign_in_throttle SET failures = $2, window_started_at = $3, last_failed_at = $4, expires_at = $5 WHERE key = $1`,
      [key, failures, windowStartedAt, lastFailedAt, expiresAt],
    );
  }
}

/** The first one is the subject's from this address. */
function limitsOf(subject: string, network: string): Limit[] {
  return [
    { key: digestOf(`subject and address|${subject}|${network}`), free: FREE_FAILURES.accountAndAddress },
    { key: digestOf(`subject|${subject}`), free: FREE_FAILURES.account },
    { key: digestOf(`address|${network}`), free: FREE_FAILURES.address },
  ];
}

function toCount(row: CountRow): FailureCount {
  return { failures: row.failures, windowStartedAt: row.window_started_at, lastFailedAt: row.last_failed_at };
}

function tooMany(waitMs: number): CallError {
  const headers = { 'Retry-After': String(Math.ceil(waitMs / SECOND)) };
  return new CallError(Errors.tooManyAttempts, {}, { headers });
}
