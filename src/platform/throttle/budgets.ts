import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { AuditLog } from '../audit/audit-log.js';
import { AppConfig } from '../config/app-config.js';
import { Database } from '../database/database.js';
import { Clock, DAY, MINUTE, SECOND } from '../security/clock.js';
import type { Long } from '../operations/long.js';
import { digestOf } from '../security/secrets.js';
import { Metrics } from '../telemetry/metrics.js';
import { BudgetSpent } from './budget-spent.js';
import { networkOf, wideNetworkOf } from './network.js';

interface Budget {
  /** The time in which it refills once it is spent: about as long as the things it pays for stay open. */
  readonly refillMs: number;
  /** How often it can be spent: by a network or an account, and by a client where that counts itself. */
  /** Something refills it at once, on any node: no node remembers that it is spent. */
  readonly isRefilled?: true;
  readonly sizes: (config: AppConfig) => { readonly network: number; readonly client?: number };
}

/** Who signed in once comes back for new tokens, hour by hour. */
const PROOFS_OF_ONE = 10;

/** More than a person does by hand. */
const WRITES_OF_ONE = 200;

/** Addresses, passkeys, device passwords, connections, codes: nobody adds more in a day (D336). Removing is not limited. */
const ADDED_WAYS_OF_ONE = 10;

const BUDGETS = {
  authorizations: {
    refillMs: 10 * MINUTE,
    sizes: (config) => ({ network: config.networkAuthorizations, client: config.clientAuthorizations }),
  },
  deviceAuthorizations: {
    refillMs: 15 * MINUTE,
    sizes: (config) => ({ network: config.networkAuthorizations, client: config.clientAuthorizations }),
  },
  pushedRequests: {
    refillMs: 10 * MINUTE,
    sizes: (config) => ({ network: config.networkAuthorizations, client: config.clientAuthorizations }),
  },
  proofs: {
    refillMs: 10 * MINUTE,
    sizes: (config) => ({ network: config.networkAuthorizations * PROOFS_OF_ONE }),
  },
  providerVisits: {
    refillMs: 10 * MINUTE,
    sizes: (config) => ({ network: config.networkAuthorizations }),
  },
  stateSecrets: {
    refillMs: 10 * MINUTE,
    sizes: (config) => ({ network: config.networkStateSecrets, client: config.clientStateSecrets }),
  },
  mailedLinks: {
    refillMs: 60 * MINUTE,
    sizes: (config) => ({ network: config.networkMailedLinks }),
  },
  accountWrites: {
    refillMs: 10 * MINUTE,
    sizes: () => ({ network: WRITES_OF_ONE }),
  },
  proofWrites: {
    refillMs: 10 * MINUTE,
    sizes: () => ({ network: WRITES_OF_ONE }),
  },
  sensitiveWrites: {
    refillMs: 10 * MINUTE,
    sizes: () => ({ network: WRITES_OF_ONE }),
  },
  addedWays: {
    refillMs: DAY,
    sizes: () => ({ network: ADDED_WAYS_OF_ONE }),
    isRefilled: true,
  },
} satisfies Readonly<Record<string, Budget>>;
type BudgetName = keyof typeof BUDGETS;

/** The budget of a /48, as a multiple of a /64's: owners of a /64 often have all 65,536 of the /48. */
const NETWORKS_IN_WIDE_ONE = 16;
const MAX_REMEMBERED = 10_000;

/** Adds one step ($3, in seconds) if there is room for it ($4); otherwise leaves the row unchanged. */
const SPEND = {
  name: 'budget-spend',
  text: `WITH spent AS (
           INSERT INTO budget AS b (key, refilled_at) VALUES ($1, $2::timestamptz + make_interval(secs => $3))
           ON CONFLICT (key) DO UPDATE SET refilled_at = greatest(b.refilled_at, $2) + make_interval(secs => $3)
            WHERE b.refilled_at <= $2 + make_interval(secs => $4) RETURNING key
         )
         SELECT EXISTS (SELECT FROM spent) AS is_spent, (SELECT refilled_at FROM budget WHERE key = $1) AS refilled_at`,
};

const REFILL = { name: 'budget-refill', text: 'DELETE FROM budget WHERE key = $1' };

function digestOfKey(key: string): Buffer {
  return digestOf(`budget ${key}`);
}

/** The spender: the client or account if one is named, else the network of the address. */
export interface Spender {
  readonly address: string;
  readonly client?: { readonly id: string; readonly clientId: string };
  readonly accountId?: string;
}

interface Share {
  readonly of: 'network' | 'client' | 'account';
  readonly holder: string;
  /** The number of times that it can be spent. */
  readonly size: number;
}

/**
 * Rate limits for what unauthenticated callers may have open (D170), and for what an account writes (D316): each budget may be spent at once, and refills
 * evenly. One statement each, exact on any number of nodes; a refusal writes no row, and a flood of refusals is
 * answered from memory.
 */
@Injectable()
export class Budgets {
  /** When shares known to be spent have room again. */
  private readonly roomAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  constructor(
    private readonly database: Database,
    private readonly metrics: Metrics,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** @throws BudgetSpent with Retry-After in seconds */
  async spend(name: BudgetName, spender: Spender): Promise<void> {
    for (const share of this.sharesOf(name, spender)) {
      const waitMs = await this.take(name, share);
      if (waitMs > 0) throw this.refusal(name, share, spender, waitMs);
    }
  }

  /** What an account spent counts no longer: its user took it back from whoever spent it (D379). */
  async refill(name: BudgetName, accountId: Long): Promise<void> {
    const [{ holder }] = this.sharesOf(name, { address: '', accountId });
    await this.database.query(REFILL, [digestOfKey(`${name} ${holder}`)]);
  }

  private sharesOf(name: BudgetName, { address, client, accountId }: Spender): Share[] {
    const { network: size, client: ofClient = size }: ReturnType<Budget['sizes']> = BUDGETS[name].sizes(
      this.config,
    );
    if (client) return [{ of: 'client', holder: `client ${client.id}`, size: ofClient }];
    if (accountId !== undefined) return [{ of: 'account', holder: `account ${accountId}`, size }];
    const own: Share = { of: 'network', holder: `network ${networkOf(address)}`, size };
    const wide = wideNetworkOf(address);
    if (wide === null) return [own];
    return [own, { of: 'network', holder: `network ${wide}`, size: size * NETWORKS_IN_WIDE_ONE }];
  }

  /** @returns milliseconds until there is room; 0: the spending succeeded */
  private async take(name: BudgetName, { holder, size }: Share): Promise<number> {
    const key = `${name} ${holder}`;
    const { refillMs, isRefilled }: Budget = BUDGETS[name];
    const now = this.clock.now();
    const known = this.roomAt.get(key);
    if (known !== undefined && known > now.getTime()) return known - now.getTime();
    // Whole microseconds, as the database stores them: if rounded up, the last step of a budget might not fit.
    const stepMs = Math.floor((refillMs / size) * 1000) / 1000;
    const roomMs = stepMs * (size - 1);
    const values = [digestOfKey(key), now, stepMs / SECOND, roomMs / SECOND];
    const [row] = await this.database.query<{ is_spent: boolean; refilled_at: Date | null }>(SPEND, values);
    if (row.is_spent) return 0;
    // No visible row: a concurrent request has just created it.
    const refilledMs = row.refilled_at === null ? 0 : row.refilled_at.getTime() - now.getTime();
    const waitMs = Math.max(1, Math.ceil(refilledMs - roomMs));
    if (!isRefilled) this.roomAt.set(key, now.getTime() + waitMs);
    return waitMs;
  }

  private refusal(name: BudgetName, { of }: Share, spender: Spender, waitMs: number): BudgetSpent {
    this.metrics.budgetsSpent.inc({ budget: name, of });
    const { address, client, accountId } = spender;
    const who = { address, clientId: client?.clientId, accountId };
    this.audit.count({ action: 'budget.spent', outcome: 'refused', ...who, details: { budget: name, of } });
    return new BudgetSpent(name, of, waitMs);
  }
}
