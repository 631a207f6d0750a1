import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { entities } from '../../src/entities.js';
import { loadConfig } from '../../src/platform/config/load-config.js';
import { connect } from '../../src/platform/database/connect.js';
import { databaseOptions } from '../../src/platform/database/database-options.js';
import { GuardedDataSource } from '../../src/platform/database/guarded-data-source.js';
import { basic, loggedAccount, refresh, tokensFor, tokenStatus, type Body } from '../support/a01.js';
import { CookieBrowser, exchange, THIRD_PARTIES } from '../support/authorization.js';
import { EVERY_TABLE } from '../support/every-table.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { PASSWORD, statusOf, submit } from '../support/invitations.js';
import { macHeader } from '../support/mac-signer.js';
import { codeAt } from '../support/one-time-code.js';
import { Authenticator } from '../support/passkey-authenticator.js';
import { signInBy } from '../support/passkeys.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { createDatabaseOf, type TestDatabase } from '../support/test-database.js';
import { withSession } from '../support/web-flow.js';

/** A database of commit 23f23977 with a row in every table, and what its people hold; scripts/lived-dump.ts made both. */
const DUMP = gunzipSync(readFileSync('test/upgrade/lived.sql.gz')).toString();
const LIVED = JSON.parse(readFileSync('test/upgrade/lived.json', 'utf8')) as Lived;

interface Lived {
  readonly settings: Record<string, string>;
  readonly tokens: Body;
  readonly macTokens: Body;
  readonly granted: Body;
  readonly code: string;
  readonly cookies: readonly [string, string][];
  readonly web: { readonly sessionId: string };
  readonly mia: { readonly email: string; readonly password: string; readonly id: string };
  readonly passkey: { readonly credentialId: string; readonly key: string; readonly userHandle: string };
  readonly oneTimeCodeKey: string;
  readonly recovery: readonly string[];
  readonly invitation: { readonly accountId: string; readonly path: string };
}

/** The last migration of that commit. */
const LAST = 'GaugeIndexes1795565000000';

type Row = Readonly<Record<string, unknown>>;
type Rows = ReadonlyMap<string, readonly Row[]>;

const KEYS = `SELECT indrelid::regclass::text AS table, array_agg(attname::text ORDER BY attnum) AS columns
  FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey) WHERE indisprimary GROUP BY 1`;

async function rowsOf(dataSource: GuardedDataSource): Promise<Rows> {
  const rows = new Map<string, readonly Row[]>();
  for (const { name } of await dataSource.query<{ name: string }[]>(EVERY_TABLE)) {
    const found = await dataSource.query<{ row: Row }[]>(`SELECT to_jsonb(t) AS row FROM "${name}" t`);
    rows.set(
      name,
      found.map(({ row }) => row),
    );
  }
  return rows;
}

describe('an upgrade from the first commit whose databases are upgraded (23f23977)', () => {
  let database: TestDatabase;
  let server: TestServer;
  let before: Rows;
  let after: Rows;
  let ran: string[];
  let keys: ReadonlyMap<string, readonly string[]>;

  beforeAll(async () => {
    database = await createDatabaseOf(DUMP);
    const options = databaseOptions(loadConfig(database.settings), entities);
    const old = await new GuardedDataSource(options).initialize();
    before = await rowsOf(old);
    ran = (await old.query<{ name: string }[]>('SELECT name FROM migration ORDER BY timestamp')).map(
      ({ name }) => name,
    );
    await old.destroy();
    const migrated = await connect(options);
    after = await rowsOf(migrated);
    const found = await migrated.query<{ table: string; columns: string[] }[]>(KEYS);
    keys = new Map(found.map(({ table, columns }) => [table, columns]));
    await migrated.destroy();
    server = await startApp(LIVED.settings, () => Promise.resolve(database));
  });
  afterAll(() => server.close());

  /** `table` for one that is gone or lost a row, `table.column` for a value that is gone or another. */
  function changes(): string[] {
    const changed = new Set<string>();
    for (const [table, rows] of before) {
      const keyOf = (row: Row) => JSON.stringify((keys.get(table) ?? []).map((column) => row[column]));
      const now = new Map((after.get(table) ?? []).map((row) => [keyOf(row), row]));
      for (const row of rows) {
        const kept = now.get(keyOf(row));
        if (!kept) changed.add(table);
        else
          for (const [column, value] of Object.entries(row))
            if (JSON.stringify(kept[column]) !== JSON.stringify(value)) changed.add(`${table}.${column}`);
      }
    }
    return [...changed].sort();
  }

  it('begins with the tables of that commit, and a row in each', () => {
    expect(ran.at(-1)).toBe(LAST);
    expect(before.size).toBeGreaterThan(50);
    expect([...before].flatMap(([table, rows]) => (rows.length === 0 ? [table] : []))).toEqual([]);
  });

  it('keeps every row and value', () => {
    expect(changes()).toEqual([]);
  });

  it('passwords, access tokens and MAC keys work', async () => {
    expect(await tokenStatus(server, LIVED.tokens.access_token)).toBe(200);
    const { access_token, mac_key } = LIVED.macTokens;
    const url = `${server.url}/api/acc/getloggedaccount`;
    const signed = macHeader({ id: access_token, key: mac_key, url, ts: server.clock.seconds });
    expect((await loggedAccount(server, signed)).status).toBe(200);
    expect((await tokensFor(server, ANNA)).access_token).toBeTruthy();
    expect((await tokensFor(server, LIVED.mia)).access_token).toBeTruthy();
  });

  it('refresh tokens work', async () => {
    const { status, body } = await refresh(server, LIVED.tokens.refresh_token);
    expect(status).toBe(200);
    expect(await tokenStatus(server, body.access_token)).toBe(200);
  });

  it('grants to third parties work, and a code that was not exchanged yet', async () => {
    expect(await tokenStatus(server, LIVED.granted.access_token)).toBe(200);
    const { shop, garden } = THIRD_PARTIES;
    const form = { grant_type: 'refresh_token', refresh_token: LIVED.granted.refresh_token };
    const refreshed = await fetch(`${server.url}/token`, {
      method: 'POST',
      headers: basic(shop),
      body: new URLSearchParams(form),
    });
    expect(refreshed.status).toBe(200);
    expect((await exchange(server, garden, LIVED.code)).status).toBe(200);
  });

  it('sessions of browsers and of the web flow work', async () => {
    const browser = new CookieBrowser(server);
    for (const [name, value] of LIVED.cookies) browser.cookies.set(name, value);
    expect((await browser.get('/account/sign-in')).status).toBe(200);
    const { sessionId } = LIVED.web;
    expect((await withSession(server, sessionId)).status).toBe(200);
  });

  it('a passkey signs in', async () => {
    const { credentialId, key, userHandle } = LIVED.passkey;
    const passkey = Object.assign(new Authenticator(LIVED.settings.PUBLIC_URL), {
      credentialId: Buffer.from(credentialId, 'base64url'),
      key: { hash: 'sha256', privateKey: createPrivateKey(key) },
      userHandle,
    });
    const { status, headers } = await signInBy(new CookieBrowser(server), passkey);
    expect([status, headers.location]).toEqual([303, '/account']);
  });

  it('one-time codes are asked for, and accepted', async () => {
    const browser = new CookieBrowser(server);
    await browser.signIn(BEN);
    const code = codeAt(Buffer.from(LIVED.oneTimeCodeKey, 'base64url'), server.clock.seconds + 30);
    const answer = await browser.post('/sign-in/code', { code });
    expect([answer.status, answer.headers.location]).toEqual([303, '/account']);
  });

  it('an invitation is accepted', async () => {
    const { accountId, path } = LIVED.invitation;
    await submit(server, path, { name: 'Guest', password: PASSWORD });
    expect(await statusOf(server, accountId)).toBe('active');
  });
});
