import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../database/database.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';
import { Clock, SECOND } from '../security/clock.js';
import { digestOf } from '../security/secrets.js';
import { current, FREE_FAILURES, waitFor, WINDOW_MS } from './throttle-rules.js';

interface Count {
  key: Buffer;
  failures: number;
  window_started_at: Date;
  last_failed_at: Date;
}

interface Limit {
  readonly key: Buffer;
  readonly free: number;
}

/**
 * Slows down guessing of passwords (D40). An attempt is counted as a failure before its password is looked at and
 * taken back when it was right, so that parallel guesses can't all slip through one check.
 */
@Injectable()
export class SignInThrottle {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * @param subject the account, or the normalized identifier when there is none: both are treated alike
   * @throws CallError tooManyAttempts with Retry-After in seconds
   */
  async begin(subject: string, address: string): Promise<void> {
    const limits = limitsOf(subject, address);
    await this.database.transaction(async (tx) => {
      const counts = await this.lock(tx, limits);
      const now = this.clock.now();
      const waits = limits.map(({ key, free }) => waitFor(stateOf(counts, key), free, now));
      const waitMs = Math.max(...waits);
      if (waitMs > 0) throw tooMany(waitMs);
      for (const { key, free } of limits) {
        const before = current(stateOf(counts, key), free, now);
        await tx.query(
          `UPDATE sign_in_throttle
              SET failures = $2, window_started_at = $3, last_failed_at = $4, expires_at = $5 WHERE key = $1`,
          [key, before.failures + 1, before.windowStartedAt, now, new Date(now.getTime() + 2 * WINDOW_MS)],
        );
      }
    });
  }

  /** The password was right: forgets the account-and-address count and takes this attempt back from the others. */
  async succeeded(subject: string, address: string): Promise<void> {
    const [own, ...others] = limitsOf(subject, address);
    await this.database.transaction(async (tx) => {
      await tx.query('DELETE FROM sign_in_throttle WHERE key = $1', [own.key]);
      await this.takeBack(tx, others);
    });
  }

  /** The password was not looked at: the attempt does not count. */
  async cancelled(subject: string, address: string): Promise<void> {
    await this.database.transaction((tx) => this.takeBack(tx, limitsOf(subject, address)));
  }

  private async takeBack(tx: EntityManager, limits: readonly Limit[]): Promise<void> {
    await tx.query(
      `UPDATE sign_in_throttle SET failures = greatest(failures - 1, 0)
        WHERE key IN (SELECT key FROM sign_in_throttle WHERE key = ANY($1) ORDER BY key FOR UPDATE)`,
      [limits.map(({ key }) => key)],
    );
  }

  /** Makes the rows where they are missing and locks them, always in one order, so that attempts can't deadlock. */
  private async lock(tx: EntityManager, limits: readonly Limit[]): Promise<Count[]> {
    const keys = limits.map(({ key }) => key).sort((a, b) => a.compare(b));
    const now = this.clock.now();
    await tx.query(
      `INSERT INTO sign_in_throttle (key, failures, window_started_at, last_failed_at, expires_at)
       SELECT key, 0, $2::timestamptz, $2::timestamptz, $3::timestamptz FROM unnest($1::bytea[]) AS key
       ON CONFLICT DO NOTHING`,
      [keys, now, new Date(now.getTime() + 2 * WINDOW_MS)],
    );
    return tx.query('SELECT * FROM sign_in_throttle WHERE key = ANY($1) ORDER BY key FOR UPDATE', [keys]);
  }
}

function limitsOf(subject: string, address: string): Limit[] {
  return [
    { key: digestOf(`account and address|${subject}|${address}`), free: FREE_FAILURES.accountAndAddress },
    { key: digestOf(`account|${subject}`), free: FREE_FAILURES.account },
    { key: digestOf(`address|${address}`), free: FREE_FAILURES.address },
  ];
}

function stateOf(counts: readonly Count[], key: Buffer) {
  const row = counts.find((count) => count.key.equals(key));
  if (!row) throw new Error('a throttle row vanished while it was locked');
  return { failures: row.failures, windowStartedAt: row.window_started_at, lastFailedAt: row.last_failed_at };
}

function tooMany(waitMs: number): CallError {
  return new CallError(
    Errors.tooManyAttempts,
    {},
    { headers: { 'Retry-After': String(Math.ceil(waitMs / SECOND)) } },
  );
}
