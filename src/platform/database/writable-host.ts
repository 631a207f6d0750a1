import type pg from 'pg';
import type { Host } from '../config/database-url.js';

/** Of a host that answers at once or not at all; requests wait for it. */
const ASK_MS = 2000;
/** A failure is told to all who ask meanwhile: a database that is away is not asked by every request. */
const PAUSE_MS = 200;

/**
 * Which of several hosts takes writes. All are asked at once, and of those that do, the first of the list counts, on every
 * node. The answer is kept until a connection is lost or refuses a write (D224).
 */
export class WritableHost {
  private known: Host | null = null;
  private asking: Promise<Host> | null = null;

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

  private async ask(): Promise<Host> {
    const asked = this.hosts.map((host) => this.problemOf(host));
    const problems: string[] = [];
    for (const [index, problem] of asked.entries()) {
      const found = await problem;
      if (found === null) return this.keep(this.hosts[index]);
      problems.push(found);
    }
    setTimeout(() => (this.asking = null), PAUSE_MS).unref();
    throw new Error(`no host takes writes: ${problems.join('; ')}`);
  }

  private keep(host: Host): Host {
    this.known = host;
    this.asking = null;
    return host;
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

/** What libpq asks for `target_session_attrs=read-write`: neither a standby nor set to read only. */
export async function requireWritable(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ transaction_read_only: string }>('SHOW transaction_read_only');
  if (rows[0].transaction_read_only !== 'off') throw new Error('is read-only');
}
