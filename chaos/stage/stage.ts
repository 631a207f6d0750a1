import { join } from 'node:path';
import pg from 'pg';
import { CuttingProxy } from '../../test/support/cutting-proxy.js';
import { OwnPostgres } from '../../test/support/own-postgres.js';
import { PgBouncer } from '../../test/support/pgbouncer.js';
import type { Cast } from './cast.js';
import { Node } from './nodes.js';
import { SmallDisk } from './small-disk.js';

/** What a scenario needs beside two nodes and a PostgreSQL. */
export interface Needs {
  /** A synchronous standby; the nodes know both by DATABASE_URL. */
  readonly standby?: boolean;
  /** The first node reaches PostgreSQL through a proxy that can drop what it should pass on. */
  readonly proxy?: boolean;
  /** Nodes reach PostgreSQL through PgBouncer in transaction mode. */
  readonly pooler?: boolean;
  /** PostgreSQL has a disk of this size, in megabytes. */
  readonly disk?: number;
}

const POOL_SIZE = 8;
const ROLE_SETTINGS = {
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  jit: 'off',
  statement_timeout: '5000',
  idle_in_transaction_session_timeout: '3000',
};
type Close = () => Promise<void> | void;

/** Two nodes and their database, of a scenario's own. */
export class Stage {
  nodes: readonly Node[] = [];
  /** Where the data is at the end. */
  databaseUrl: string;
  standby: OwnPostgres | null = null;
  proxy: CuttingProxy | null = null;
  pooler: PgBouncer | null = null;
  disk: SmallDisk | null = null;
  private readonly closing: Close[] = [];
  private closed: Promise<void> | null = null;

  private constructor(
    readonly postgres: OwnPostgres,
    private readonly folder: string,
  ) {
    this.databaseUrl = postgres.url;
  }

  /** @param folder exists; the caller removes it */
  static async set(folder: string, cast: Cast, needs: Needs): Promise<Stage> {
    const disk = needs.disk === undefined ? null : SmallDisk.mount(join(folder, 'disk'), needs.disk);
    const postgres = await OwnPostgres.make(disk?.within('postgres'));
    const stage = new Stage(postgres, folder);
    stage.disk = disk;
    stage.closing.push(
      () => disk?.unmount(),
      () => postgres.remove(),
    );
    try {
      await stage.furnish(cast, needs);
      return stage;
    } catch (cause) {
      await stage.close();
      throw cause;
    }
  }

  /** A connection of the operator, who is a superuser. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: this.databaseUrl });
    client.on('error', () => undefined); // it may be cut on purpose
    await client.connect();
    return client;
  }

  /** A second caller waits for the first. */
  close(): Promise<void> {
    this.closed ??= this.closeAll();
    return this.closed;
  }

  private async closeAll(): Promise<void> {
    for (let close = this.closing.pop(); close; close = this.closing.pop()) await close();
  }

  private async furnish(cast: Cast, needs: Needs): Promise<void> {
    const settings = await this.surround(needs);
    const [first, second = first] = settings;
    const start = async (name: string, own: Readonly<Record<string, string>>): Promise<void> => {
      const node = await Node.start(join(this.folder, name), cast, own);
      this.nodes = [...this.nodes, node];
      this.closing.push(() => node.kill());
    };
    await start('a', first);
    await start('b', second);
  }

  /** @returns what the first node and the second one need to find their database */
  private async surround(needs: Needs): Promise<Readonly<Record<string, string>>[]> {
    const { postgres, closing } = this;
    if (needs.standby) {
      const standby = await postgres.makeStandby();
      closing.push(() => standby.remove());
      this.standby = standby;
      const hosts = `${postgres.host},${standby.host}`;
      return [{ DATABASE_URL: `postgres://hearth@${hosts}/postgres?target_session_attrs=read-write` }];
    }
    if (needs.proxy) {
      const proxy = await CuttingProxy.before(postgres.url);
      closing.push(() => proxy.close());
      this.proxy = proxy;
      return [{ DATABASE_URL: proxy.url }, { DATABASE_URL: postgres.url }];
    }
    if (needs.pooler) {
      await this.settleRole();
      const pooler = await PgBouncer.before(postgres.url, { mode: 'transaction', poolSize: POOL_SIZE });
      closing.push(() => pooler.remove());
      this.pooler = pooler;
      const through = { DATABASE_POOLER: 'transaction', DATABASE_LISTEN_URL: postgres.url };
      return [{ DATABASE_URL: pooler.urlOf(postgres.url), ...through }];
    }
    return [{ DATABASE_URL: postgres.url }];
  }

  /** As docs/operate/database.md has it for transaction mode. */
  private async settleRole(): Promise<void> {
    const client = await this.connect();
    for (const [name, value] of Object.entries(ROLE_SETTINGS))
      await client.query(`ALTER ROLE hearth IN DATABASE postgres SET ${name} = '${value}'`);
    await client.end();
  }
}
