import type pg from 'pg';
import type { Host } from '../config/database-url.js';

/** How long a host may take, which answers at once or not at all; requests wait for it. */
const ASK_MS = 2000;
/** How long a host that takes writes waits for those before it in the list. */
const PREFERRED_MS = 250;
/** A failure is told to all who ask meanwhile: a database that is away is not asked by every request. */
const PAUSE_MS = 200;

interface Joined {
  readonly host: string;
  readonly port: number;
  once(event: 'end', listener: () => void): unknown;
  /** As a network that fails does. */
  cut(): void;
}

/**
 * Which of several hosts takes writes. All are asked at once, and of those that do, the first of the list counts, on every
 * node. The answer is kept until a connection is lost or refuses a write (D227).
 */
export class WritableHost {
  private known: Host | null = null;
  private asking: Promise<Host> | null = null;

  private readonly joined = new Set<Joined>();

  /** @param connection to a host, not open yet; with what all hosts have in common */
  constructor(
    private readonly hosts: readonly Host[],
    private readonly connection: (to: Host & pg.ClientConfig) => pg.Client,
  ) {
    this.doubt();
  }

  /** @throws Error that says of each host why it is not the one */
  async find(): Promise<Host> {
    return this.known ?? (this.asking ??= this.ask());
  }

  /** It may be another one by now. */
  doubt(): void {
    this.known = this.hosts.length === 1 ? this.hosts[0] : null;
  }

  /** A connection that is open, to the host that was found. */
  join(connection: Joined): void {
    this.joined.add(connection);
    connection.once('end', () => this.joined.delete(connection));
  }

  private async ask(): Promise<Host> {
    const asked = this.hosts.map((host) => this.problemOf(host));
    try {
      return this.keep(this.hosts[await firstOf(asked)]);
    } catch {
      setTimeout(() => (this.asking = null), PAUSE_MS).unref();
      throw new Error(`no host takes writes: ${(await Promise.all(asked)).join('; ')}`);
    }
  }

  /** Connections to another host wait for a machine that may have vanished, or for nothing: they end now. */
  private keep(found: Host): Host {
    this.known = found;
    this.asking = null;
    for (const connection of this.joined)
      if (connection.host !== found.host || connection.port !== found.port) connection.cut();
    return found;
  }

  private async problemOf({ host, port }: Host): Promise<string | null> {
    const client = this.connection({ host, port, connectionTimeoutMillis: ASK_MS, query_timeout: ASK_MS });
    try {
      await client.connect();
      await requireWritable(client);
      return null;
    } catch (cause) {
      const { message, code } = cause as NodeJS.ErrnoException;
      return `${host}:${port} ${message || code}`;
    } finally {
      client.end().catch(() => undefined);
    }
  }
}

/** The place of the first without a problem; one that does not answer at once counts for less. */
async function firstOf(asked: readonly Promise<string | null>[]): Promise<number> {
  const fine = asked.map(async (problem, place) => {
    if ((await problem) !== null) throw new Error('not this one');
    return place;
  });
  const quickest = await Promise.any(fine);
  const before = Promise.any(fine.slice(0, quickest)).catch(() => quickest);
  const limit = new Promise<number>((resolve) => setTimeout(resolve, PREFERRED_MS, quickest).unref());
  return Promise.race([before, limit]);
}

/** What libpq asks for `target_session_attrs=read-write`: neither a standby nor set to read only. */
export async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0].transaction_read_only !== 'off') throw new Error('is read-only');
}
