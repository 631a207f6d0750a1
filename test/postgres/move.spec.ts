import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { entities } from '../../src/entities.js';
import { connect } from '../../src/platform/database/connect.js';
import { databaseOptions } from '../../src/platform/database/database-options.js';
import { migrations } from '../../src/platform/database/migrations/list.js';
import { refresh, tokensFor, tokenStatus, type Body } from '../support/a01.js';
import { CookieBrowser } from '../support/authorization.js';
import { eventually } from '../support/eventually.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { newMember } from '../support/forgotten-password.js';
import { freePort } from '../support/free-port.js';
import {
  changedCopy,
  embeddedWithEveryTable,
  fillAnew,
  MASTER_KEY,
  move,
  onPostgres,
  rowsOfEmbedded,
  rowsOfPostgres,
} from '../support/moved.js';
import { newHolder, signInBy, type PasskeyHolder } from '../support/passkeys.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { createEmptyDatabase } from '../support/test-database.js';

type PostgresDatabase = Awaited<ReturnType<typeof createEmptyDatabase>>;

const NOTHING_DROPPED = { drop: () => Promise.resolve() };

describe('moving from the embedded database to PostgreSQL (D414)', () => {
  let dataDir: string;
  let target: PostgresDatabase;
  let own: Record<string, string>;
  let tokens: Body;
  let mia: PasskeyHolder;
  let before: Awaited<ReturnType<typeof rowsOfEmbedded>>;
  const others: PostgresDatabase[] = [];
  const newDatabase = async (): Promise<PostgresDatabase> => {
    others.push(await createEmptyDatabase());
    return others[others.length - 1];
  };

  beforeAll(async () => {
    dataDir = await embeddedWithEveryTable();
    const port = await freePort();
    own = { PORT: String(port), PUBLIC_URL: `http://localhost:${port}`, MASTER_KEY, DATA_DIR: dataDir };
    const server = await startApp(own, () => Promise.resolve({ settings: {}, ...NOTHING_DROPPED }));
    tokens = await tokensFor(server, ANNA);
    mia = await newHolder(server, own.PUBLIC_URL);
    await server.close();
    await fillAnew(dataDir); // it told webhooks what was waiting
    before = await rowsOfEmbedded(dataDir);
    target = await newDatabase();
  });
  afterAll(() => Promise.all(others.map((database) => database.drop())));

  const settings = (more: Record<string, string> = {}) => ({
    DATA_DIR: dataDir,
    DATABASE_URL: target.url,
    ...more,
  });
  const filled = async (url: string): Promise<string[]> =>
    Object.entries(await rowsOfPostgres(url)).flatMap(([name, rows]) => (rows.length > 0 ? [name] : []));

  /** A database that this version migrated, and that then was changed. */
  async function migrated(...changes: string[]): Promise<PostgresDatabase> {
    const database = await newDatabase();
    await (await connect(databaseOptions({ databaseUrl: database.url, dataDir }, entities))).destroy();
    await onPostgres(database.url, async (query) => {
      for (const sql of changes) await query(sql);
    });
    return database;
  }

  it('is tried with a row in every table, and with an audit trail from before a new database has months for', () => {
    expect(Object.keys(before).length).toBeGreaterThan(60);
    expect(Object.entries(before).flatMap(([name, rows]) => (rows.length === 0 ? [name] : []))).toEqual([]);
    expect(before.audit_event.some((row) => String(row).includes('"at": "2026-03-'))).toBe(true);
  });

  it('only checks and counts in a dry run', async () => {
    const said = await move(settings(), true);
    expect(said).toContain(`account: ${before.account.length} rows`);
    expect(said.at(-1)).toBe(
      `${Object.keys(before).length} tables with ${Object.values(before).flat().length} rows can be moved. Nothing was written: this was a dry run.`,
    );
    expect(await rowsOfPostgres(target.url)).toEqual({});
  });

  describe('is refused', () => {
    const unknown = `INSERT INTO migration (timestamp, name) VALUES (1999999999999, 'Later1999999999999')`;

    it.each([
      ['without DATABASE_URL', { DATABASE_URL: '' }, /^DATABASE_URL is not set: /],
      ['without an embedded database', { DATA_DIR: '/dev/shm/none' }, /has no embedded database/],
      [
        'with another MASTER_KEY',
        { MASTER_KEY: '7d'.repeat(32) },
        /^MASTER_KEY does not open .* of signing_key\.private_key/,
      ],
      [
        'without a server at DATABASE_URL',
        { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/x' },
        /^DATABASE_URL cannot be reached: /,
      ],
    ])('%s', async (_when, wrong, message) => {
      await expect(move(settings(wrong), true)).rejects.toThrow(message);
    });

    it('while a server has the embedded database open', async () => {
      const holder = { pid: process.ppid, host: hostname(), nonce: 'a server that runs' };
      writeFileSync(join(dataDir, 'hearth.lock'), JSON.stringify(holder));
      await expect(move(settings())).rejects.toThrow(`is in use by process ${process.ppid}. Stop it`);
      writeFileSync(join(dataDir, 'hearth.lock'), JSON.stringify({ ...holder, pid: 0 }));
    });

    it.each([
      [
        'a row',
        ["INSERT INTO budget (key, refilled_at) VALUES ('a', now())"],
        /is not empty: budget has rows/,
      ],
      [
        'a later migration',
        [unknown],
        /^The database of DATABASE_URL ran migrations that this version does not know \(Later1999999999999\)/,
      ],
      ['another table', ['CREATE TABLE "of others" (x int)'], /not equal in both databases: of others/],
    ])('if PostgreSQL has %s, and changes nothing in it', async (_what, changes, message) => {
      const { url } = await migrated(...changes);
      const rows = await rowsOfPostgres(url);
      await expect(move(settings({ DATABASE_URL: url }))).rejects.toThrow(message);
      expect(await rowsOfPostgres(url)).toEqual(rows);
    });

    it('if PostgreSQL has tables of another program, which stay the only ones', async () => {
      const { url } = await newDatabase();
      await onPostgres(url, (query) => query('CREATE TABLE orders (id int)'));
      await expect(move(settings({ DATABASE_URL: url }))).rejects.toThrow(
        'has tables of something else (orders)',
      );
      expect(await rowsOfPostgres(url)).toEqual({ orders: [] });
    });

    it('if the encoding of PostgreSQL could not keep every name', async () => {
      const { url } = await newDatabase();
      const latin = new URL(url);
      latin.pathname += '_latin';
      const name = latin.pathname.slice(1);
      await onPostgres(url, (query) =>
        query(`CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`),
      );
      others.push({
        url: latin.href,
        drop: async () =>
          void (await onPostgres(process.env.TEST_DATABASE_URL as string, (query) =>
            query(`DROP DATABASE ${name} WITH (FORCE)`),
          )),
      });
      await expect(move(settings({ DATABASE_URL: latin.href }))).rejects.toThrow('has the encoding LATIN1');
    });

    const last = migrations[migrations.length - 1].name;
    it.each([
      [
        'lacks a migration',
        `DELETE FROM migration WHERE name = '${last}'`,
        `lacks 1 migrations of this version, from ${last} on`,
      ],
      [
        'ran a later migration',
        unknown,
        'The embedded database ran migrations that this version does not know (Later1999999999999)',
      ],
      [
        'has a table that Hearth did not make',
        'CREATE TABLE noted (x int)',
        'not equal in both databases: noted',
      ],
    ])('if the embedded database %s', async (_what, change, message) => {
      const other = await changedCopy(dataDir, change);
      const { url } = await newDatabase();
      await expect(move({ DATA_DIR: other, DATABASE_URL: url })).rejects.toThrow(message);
      expect(await filled(url)).toEqual([]);
    });
  });

  it('leaves PostgreSQL empty when the connection is lost just before the end', async () => {
    const { url } = await migrated();
    const message = await onPostgres(url, async (query) => {
      await query('BEGIN');
      await query('ALTER SEQUENCE account_id_seq CACHE 1'); // the move waits for it after all rows are written
      const moving = move(settings({ DATABASE_URL: url })).catch((cause: Error) => cause.message);
      const pid = await eventually(async () => {
        await query('SELECT pg_stat_clear_snapshot()');
        const waiting = await query(
          `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        return (waiting[0] as { pid: number } | undefined)?.pid ?? null;
      });
      await query('SELECT pg_terminate_backend($1)', [pid]);
      return moving;
    });
    expect(message).toMatch(/^Nothing was moved, and the database of DATABASE_URL is still empty: /);
    expect(await filled(url)).toEqual([]);
  });

  it('is undone where a row did not arrive', async () => {
    const { url } = await migrated('CREATE RULE lose AS ON INSERT TO budget DO INSTEAD NOTHING');
    await expect(move(settings({ DATABASE_URL: url }))).rejects.toThrow(
      'these tables are not equal to their source: budget',
    );
    expect(await filled(url)).toEqual([]);
  });

  describe('afterwards', () => {
    let said: string[];
    let server: TestServer;
    beforeAll(async () => {
      said = await move(settings());
    });
    afterAll(() => server.close());

    it('PostgreSQL has every row of every table, and the embedded database is unchanged', async () => {
      expect(await rowsOfPostgres(target.url)).toEqual(before);
      expect(await rowsOfEmbedded(dataDir)).toEqual(before);
    });

    it('its rules are those of a new database', async () => {
      const rules = `SELECT tgrelid::regclass::text AS of, tgname, tgenabled, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
        UNION ALL SELECT conrelid::regclass::text, conname, '', pg_get_constraintdef(oid) FROM pg_constraint WHERE contype = 'f' ORDER BY 1, 2`;
      const { url } = await migrated();
      const ask = (query: (sql: string) => Promise<unknown[]>) => query(rules);
      expect(await onPostgres(target.url, ask)).toEqual(await onPostgres(url, ask));
    });

    it('it said what was moved, and what to do next', () => {
      const text = said.join('\n');
      expect(text).toContain(`account: ${before.account.length} rows`);
      expect(text).toContain('Counts and digests of every table are equal in both databases.');
      expect(text).toContain('start the server with this DATABASE_URL and with the same MASTER_KEY');
      expect(text).toContain(`Keep ${dataDir}`);
    });

    it('a server goes on with it: passwords, tokens, sessions and passkeys work, and a new account gets a new number', async () => {
      const fixtures = { settings: { DATABASE_URL: target.url }, ...NOTHING_DROPPED };
      server = await startApp(own, () => Promise.resolve(fixtures));
      expect(await tokenStatus(server, tokens.access_token)).toBe(200);
      expect((await refresh(server, tokens.refresh_token)).status).toBe(200);
      expect((await tokensFor(server, BEN)).access_token).toBeTruthy();
      expect((await mia.browser.get('/account')).status).toBe(200);
      const signedIn = await signInBy(new CookieBrowser(server), mia.passkey);
      expect([signedIn.status, signedIn.headers.location]).toEqual([303, '/account']);
      expect(Number((await newMember(server)).id)).toBe(Number(mia.id) + 1);
    });

    it('it is refused once a server has changed what is there', async () => {
      await expect(move(settings())).rejects.toThrow(
        /is not empty: .* If a server was started on it after a move that ended with "Done", all is well\./,
      );
    });
  });
});
