import type pg from 'pg';
import type { Host } from '../config/database-url.js';

/** How long a host may take: it answers at once or not at all, and requests wait for it. */
const ASK_MS = 2000;
/** How long a writable host waits for the hosts before it in the list. */
const PREFERRED_MS = 250;
/** A failure is reported to all requests in this time: not every request asks an unavailable database. */
const PAUSE_MS = 200;

interface Joined {
  readonly host: string;
  readonly port: number;
  once(event: 'end', listener: () => void): unknown;
  /** As a network that fails does. */
  cut(): void;
}

/**
 * Finds which of several hosts accepts writes. All are asked at once; every node takes the first writable one of the list.
 * The answer is kept until a connection is lost or refuses a write (D227).
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

  /** @throws Error with the reason for each host */
  async find(): Promise<Host> {
    return this.known ?? (this.asking ??= this.ask());
  }

  /** Forgets the answer: another host may be the primary now. */
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

  /** Ends connections to other hosts: they would wait for a machine that may have vanished. */
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

/** Returns the index of the first host without a problem; hosts before the quickest get PREFERRED_MS to answer. */
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
