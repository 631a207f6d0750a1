import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AuditLog } from '../audit/audit-log.js';
import { AppConfig } from '../config/app-config.js';
import { Database } from '../database/database.js';
import { Clock, SECOND } from '../security/clock.js';
import { digestOf } from '../security/secrets.js';
import { Metrics } from '../telemetry/metrics.js';
import { BUDGETS, type Budget, type BudgetName, type BudgetSizes } from './budget-table.js';
import { BudgetSpent, type BudgetHolder } from './budget-spent.js';
import { networkOf, wideNetworkOf } from './network.js';
import type { RateLimit, RateLimitSink } from './rate-limit.js';

/** The budget of a /48, as a multiple of a /64's: owners of a /64 often have all 65,536 of the /48. */
const NETWORKS_IN_WIDE_ONE = 16;
const MAX_REMEMBERED = 10_000;

/**
 * Adds a step ($3, in seconds) to each row ($1) if all have room for it ($4); otherwise leaves them unchanged. Statements with
 * a common row take turns ($5, in one order): otherwise a row that another statement just created would be locked by its
 * insertion, after all others, which would deadlock.
 */
const SPEND = {
  name: 'budget-spend',
  text: `WITH turn AS MATERIALIZED (
           SELECT count(pg_advisory_xact_lock(lock)) AS locks FROM unnest($5::bigint[]) AS t (lock)
         ), held AS MATERIALIZED (
           SELECT key, refilled_at FROM budget
            WHERE (SELECT locks FROM turn) >= 0 AND key = ANY($1::bytea[]) ORDER BY key FOR UPDATE
         ), share AS (
           SELECT s.key, s.step, s.room, h.refilled_at
             FROM unnest($1::bytea[], $3::float8[], $4::float8[]) AS s (key, step, room) LEFT JOIN held h USING (key)
         ), spent AS (
           INSERT INTO budget AS b (key, refilled_at)
           SELECT key, $2::timestamptz + make_interval(secs => step) FROM share
            WHERE NOT EXISTS (SELECT FROM share WHERE room < 0 OR refilled_at > $2 + make_interval(secs => room))
            ORDER BY key
           ON CONFLICT (key) DO UPDATE
             SET refilled_at = greatest(b.refilled_at, $2) + (SELECT make_interval(secs => step) FROM share s WHERE s.key = b.key)
            WHERE b.refilled_at <= $2 + (SELECT make_interval(secs => room) FROM share s WHERE s.key = b.key)
           RETURNING key
         )
         SELECT share.key, refilled_at, EXISTS (SELECT FROM spent WHERE spent.key = share.key) AS is_spent FROM share`,
};
/** The part of a budget that is spent. */
const READ = { name: 'budget-read', text: 'SELECT refilled_at FROM budget WHERE key = $1' };
const REFILL = { name: 'budget-refill', text: 'DELETE FROM budget WHERE key = $1' };

/** The spender: the named client or account, else the network of the address. */
export interface Spender {
  readonly address: string;
  readonly client?: { readonly id: string; readonly clientId: string };
  readonly accountId?: string;
  /** The host that is asked, which pays too. */
  readonly host?: string;
  /** Is told what is left of the client's budget. */
  readonly told?: RateLimitSink;
}

/** All holders that pay for a text message: a client, else the network of the address; and always the server. */
export interface TextSpender {
  readonly accountId?: string;
  readonly familyId?: string | null;
  readonly address?: string;
  readonly client?: { readonly id: string; readonly clientId?: string };
  readonly told?: RateLimitSink;
}

interface Share {
  readonly of: BudgetHolder;
  readonly holder: string;
  /** The number of times that it can be spent. */
  readonly size: number;
}

/** What became of a share. */
interface Taken {
  readonly share: Share;
  /** Until it has room; 0: it has. */
  readonly waitMs: number;
  /** Until it is whole again; null: nobody looked, since another share is spent. */
  readonly refilledMs: number | null;
}

interface Spent extends Record<string, unknown> {
  readonly key: Buffer;
  readonly is_spent: boolean;
  readonly refilled_at: Date | null;
}

/**
 * Rate limits for open requests of unauthenticated callers (D170), and for writes of an account (D316): each budget may
 * be spent at once, and refills evenly. One statement each, exact on any number of nodes; a refusal writes no row, and
 * a flood of refusals is answered from memory.
 */
@Injectable()
export class Budgets {
  /** The times when spent shares have room again. */
  private readonly roomAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** @throws BudgetSpent with Retry-After in seconds */
  spend(name: Exclude<BudgetName, 'textMessages'>, spender: Spender): Promise<void> {
    return this.take(name, this.sharesOf(BUDGETS[name].sizes(this.config), spender), spender);
  }

  /** Refills the budget of an account: its user took the account back from an attacker (D379). */
  async refill(name: 'addedWays', accountId: string): Promise<void> {
    await this.database.query(REFILL, [keyOf(name, `account ${accountId}`)]);
  }

  /** Spends the budgets of one text message: all or none. @throws BudgetSpent */
  async spendOnText(spender: TextSpender): Promise<void> {
    const { accountId, familyId, address, client } = spender;
    const { account, family, ...sizes } = BUDGETS.textMessages.sizes(this.config);
    const shares: Share[] = [{ of: 'server', holder: 'server', size: sizes.server }];
    if (accountId !== undefined)
      shares.push({ of: 'account', holder: `account ${accountId}`, size: account });
    if (familyId) shares.push({ of: 'family', holder: `family ${familyId}`, size: family });
    if (client) shares.push({ of: 'client', holder: `client ${client.id}`, size: sizes.client });
    else if (address !== undefined) shares.push(...networks(address, sizes.network));
    await this.take('textMessages', shares, spender);
  }

  /** Returns how many of the server's text messages are spent now. */
  async textsSpent(): Promise<{ readonly spent: number; readonly size: number }> {
    const size = this.config.smsPerServer;
    const [row] = await this.database.query<{ refilled_at: Date }>(READ, [keyOf('textMessages', 'server')]);
    const leftMs = row === undefined ? 0 : row.refilled_at.getTime() - this.clock.millis();
    return { spent: Math.ceil((Math.max(0, leftMs) / BUDGETS.textMessages.refillMs) * size - 1e-6), size };
  }

  private sharesOf(sizes: BudgetSizes, spender: Spender): Share[] {
    const { network: size, client: ofClient = size, host: ofHost } = sizes;
    const { address, client, accountId, host } = spender;
    if (client) return [{ of: 'client', holder: `client ${client.id}`, size: ofClient }];
    if (accountId !== undefined) return [{ of: 'account', holder: `account ${accountId}`, size }];
    const own = networks(address, size);
    if (host === undefined || ofHost === undefined) return own;
    return [...own, { of: 'host', holder: `host ${host}`, size: ofHost }];
  }

  private async take(
    name: BudgetName,
    shares: readonly Share[],
    spender: Partial<Spender> | TextSpender,
  ): Promise<void> {
    const now = this.clock.millis();
    const known = shares.map((share) => {
      const waitMs = this.waitOf(name, share, now);
      return { share, waitMs, refilledMs: waitMs > 0 ? Infinity : null };
    });
    const spent: readonly Taken[] = known.some(({ waitMs }) => waitMs > 0)
      ? known
      : await this.takeNow(name, shares, now);
    const ofClient = spent.find(({ share }) => share.of === 'client');
    if (ofClient && spender.told) spender.told.rateLimit = rateLimitOf(name, ofClient);
    const longest = spent.reduce((a, b) => (b.waitMs > a.waitMs ? b : a));
    if (longest.waitMs > 0) throw this.refusal(name, longest.share, spender, longest.waitMs);
  }

  /** Returns the remembered wait. */
  private waitOf(name: BudgetName, { holder }: Share, now: number): number {
    return Math.max(0, (this.roomAt.get(`${name} ${holder}`) ?? 0) - now);
  }

  /** @returns milliseconds until each has room; 0 for all: the spending succeeded */
  private async takeNow(name: BudgetName, shares: readonly Share[], now: number): Promise<Taken[]> {
    const { isRefilled }: Budget = BUDGETS[name];
    const parts = shares.map((share) => ({ share, key: keyOf(name, share.holder), ...pacesOf(name, share) }));
    const rows = await this.database.query<Spent>(SPEND, [
      parts.map(({ key }) => key),
      new Date(now),
      parts.map(({ stepMs }) => stepMs / SECOND),
      parts.map(({ roomMs }) => roomMs / SECOND),
      turnsOf(parts.map(({ key }) => key)),
    ]);
    const areAllSpent = rows.every(({ is_spent: isSpent }) => isSpent);
    return parts.map(({ share, key, stepMs, roomMs }) => {
      const row = rows.find((one) => key.equals(one.key));
      const refilledMs = Math.max(0, (row?.refilled_at?.getTime() ?? now) - now);
      // Not all: only beside a row that a concurrent request has just created.
      if (areAllSpent || row?.is_spent) return { share, waitMs: 0, refilledMs: refilledMs + stepMs };
      // A budget of none has room at no time: a day, as if it were spent whole.
      const waitMs = share.size === 0 ? BUDGETS[name].refillMs : Math.ceil(refilledMs - roomMs);
      if (waitMs > 0 && !isRefilled) this.roomAt.set(`${name} ${share.holder}`, now + waitMs);
      return { share, waitMs: Math.max(1, waitMs), refilledMs }; // with room: another share has none, or a row was just created
    });
  }

  private refusal(
    name: BudgetName,
    { of }: Share,
    spender: Partial<Spender> | TextSpender,
    waitMs: number,
  ): BudgetSpent {
    this.metrics.budgetsSpent.inc({ budget: name, of });
    const { address, client, accountId } = spender;
    const who = { clientId: client?.clientId, accountId };
    const event = { action: 'budget.spent', outcome: 'refused', details: { budget: name, of } } as const;
    if (address !== undefined) this.audit.count({ ...event, ...who, address }); // else a message waits, as the outbox says
    return new BudgetSpent(name, of, waitMs);
  }
}

function keyOf(name: BudgetName, holder: string): Buffer {
  return digestOf(`budget ${name} ${holder}`);
}

/** The advisory locks of these rows, in the order in which all take them; a single row needs none. */
function turnsOf(keys: readonly Buffer[]): string[] {
  const inOrder = keys.length === 1 ? [] : [...keys].sort((a, b) => a.compare(b));
  return inOrder.map((key) => String(key.readBigInt64BE()));
}

function networks(address: string, size: number): Share[] {
  const own: Share = { of: 'network', holder: `network ${networkOf(address)}`, size };
  const wide = wideNetworkOf(address);
  if (wide === null) return [own];
  return [own, { of: 'network', holder: `network ${wide}`, size: size * NETWORKS_IN_WIDE_ONE }];
}

function rateLimitOf(budget: BudgetName, { share, waitMs, refilledMs }: Taken): RateLimit | null {
  if (refilledMs === null) return null;
  const { size } = share;
  const { stepMs, roomMs } = pacesOf(budget, share);
  const { refillMs } = BUDGETS[budget];
  const hasRoom = waitMs === 0 || refilledMs <= roomMs; // refused, perhaps for want of another share
  const left = hasRoom ? size - Math.ceil(refilledMs / stepMs - 1e-6) : 0;
  return { budget, size, refillMs, left, resetMs: hasRoom ? refilledMs : waitMs };
}

/** Whole microseconds, as the database stores them: if rounded up, the last step of a budget might not fit. */
function pacesOf(name: BudgetName, { size }: Share): { stepMs: number; roomMs: number } {
  if (size === 0) return { stepMs: 0, roomMs: -1 };
  const stepMs = Math.floor((BUDGETS[name].refillMs / size) * 1000) / 1000;
  return { stepMs, roomMs: stepMs * (size - 1) };
}
