import { makeData } from '../database/data.js';
import type { Homes } from '../database/homes.js';
import type { Sql } from '../database/postgres.js';
import type { Options } from '../options.js';
import type { Cores } from '../support/cores.js';
import { progress } from '../support/progress.js';
import { CLIENT_ID, Hearth } from './hearth.js';

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
  makeMore: (sql: Sql) => Promise<void> = () => Promise.resolve(),
): Promise<Hearth> {
  const home = await homes.create(dataDir);
  const start = { core: cores.server, dataDir, databaseUrl: home.url, settings: size.settings };
  await (await Hearth.start({ ...start, profileDir: null })).stop();
  progress(`making ${size.tokens} tokens and ${size.accounts} accounts on ${home.description}`);
  const sql = await home.open();
  const sizes = { accounts: size.accounts, bearer: size.tokens, mac: 0, refresh: 0, codes: 0 };
  await makeData(sql, CLIENT_ID, sizes);
  await makeMore(sql);
  await sql.close();
  return Hearth.start({ ...start, profileDir: options.profileDir });
}
