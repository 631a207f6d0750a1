import type { DataSizes } from '../database/data.js';
import type { Home, Homes } from '../database/homes.js';
import type { Sql } from '../database/postgres.js';
import type { Options } from '../options.js';
import type { Cores } from '../support/cores.js';
import { progress } from '../support/progress.js';
import { THIS_BUILD } from './builds.js';
import { CLIENT_ID, Hearth, type ServerOptions } from './hearth.js';

export interface Size {
  readonly tokens: number;
  readonly accounts: number;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A server on its own database with this amount of data. */
export async function serve(
  size: Size,
  options: Options,
  cores: Cores,
  homes: Homes,
  dataDir: string,
  makeMore: (sql: Sql) => Promise<unknown> = () => Promise.resolve(),
): Promise<Hearth> {
  const home = await homes.create(dataDir);
  const start = { core: cores.server, dataDir, databaseUrl: home.url, settings: size.settings };
  const sizes = { accounts: size.accounts, bearer: size.tokens, mac: 0, refresh: 0, codes: 0 };
  await fill(home, start, sizes, makeMore);
  return Hearth.start({ ...start, profileDir: options.profileDir });
}

/** The server creates its tables and clients; then the data is added. @returns the hash of each account's password */
export async function fill(
  home: Home,
  start: Omit<ServerOptions, 'profileDir'>,
  sizes: DataSizes,
  makeMore: (sql: Sql) => Promise<unknown> = () => Promise.resolve(),
): Promise<string> {
  await (await Hearth.start({ ...start, profileDir: null })).stop();
  const { accounts, bearer, mac, refresh, codes } = sizes;
  progress(
    `making ${accounts} accounts, ${bearer} Bearer, ${mac} MAC and ${refresh} refresh tokens, ${codes} codes on ${home.description}`,
  );
  const sql = await home.open();
  const passwordHash = await (start.build ?? THIS_BUILD).data.makeData(sql, CLIENT_ID, sizes);
  await makeMore(sql);
  await sql.close();
  return passwordHash;
}
