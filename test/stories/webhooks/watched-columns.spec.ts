import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EntityManager } from 'typeorm';
import { KINDS } from '../../../src/oauth/webhooks/event-kinds.js';
import type { DecidedEvent } from '../../../src/oauth/webhooks/events-of-changes.js';
import {
  columnOf,
  isWatched,
  WATCHED_NAMES,
  WATCHED_TABLES,
  type Declared,
  type WatchedName,
} from '../../../src/oauth/webhooks/watched-tables.js';
import { Database } from '../../../src/platform/database/database.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { changesIn, eventsIn, undone } from '../../support/row-changes.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { subscribe } from '../../support/webhooks.js';

/** A row of each table that only depends on the one before; $1 is a client with a webhook. */
const ROWS: Readonly<Record<WatchedName, string>> = {
  account: `INSERT INTO account (name, status, created_at) VALUES ('Mia', 'pending', now())`,
  account_identifier: `INSERT INTO account_identifier (account_id, type, value, normalized)
    SELECT max(id), 'SOMETHING_ELSE', 'mia', 'mia' FROM account`,
  family: `INSERT INTO family (name, created_at) VALUES ('The Ms', now())`,
  family_member: `INSERT INTO family_member (family_id, account_id, created_at)
    SELECT (SELECT max(id) FROM family), max(id), now() FROM account`,
  consent: `INSERT INTO consent (account_id, client_id, scopes, created_at) SELECT max(id), $1, '{openid}', now() FROM account`,
  token_grant: `INSERT INTO token_grant (account_id, client_id, token_type, sid, created_at)
    SELECT max(id), $1, 'bearer', 'sid', now() FROM account`,
};

/** By the type of a column: a value other than its own. */
const OTHER: Readonly<Record<string, (column: string) => string>> = {
  text: (column) => `coalesce(${column}, '') || 'x'`,
  bigint: (column) => `coalesce(${column}, 0) + 1`,
  smallint: (column) => `coalesce(${column}, 0) + 1`,
  integer: (column) => `coalesce(${column}, 0) + 1`,
  boolean: (column) => `NOT ${column}`,
  'timestamp with time zone': (column) => `coalesce(${column}, now()) + interval '1 day'`,
  date: (column) => `coalesce(${column}, current_date) + 1`,
  bytea: (column) => String.raw`coalesce(${column}, '') || '\x01'`,
  jsonb: () => `'{"other": {}}'`,
  inet: () => `'192.0.2.9'`,
  'text[]': (column) => `array_append(${column}, 'x')`,
  'bytea[]': (column) => String.raw`array_append(${column}, '\x01')`,
};

/** Columns whose effect depends on the values: each pair, from and to. */
const TURNS: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'account.status': [
    [`'pending'`, `'active'`],
    [`'active'`, `'disabled'`],
    [`'disabled'`, `'active'`],
  ],
  'token_grant.sid': [[`'sid'`, 'NULL']],
};

const TABLES = WATCHED_NAMES.map((name) => [name, WATCHED_TABLES[name]] as const);
const COLUMNS = TABLES.flatMap(([name, { columns }]) =>
  Object.entries(columns).map(([member, declared]) => [name, member, declared] as const),
);
const ACTS = TABLES.flatMap(([name, { inserted, deleted }]) => [
  [name, 'inserted', inserted] as const,
  [name, 'deleted', deleted] as const,
]);

describe('changes that webhooks deliver (D275)', () => {
  let server: TestServer;
  let client: string;
  beforeAll(async () => {
    server = await startApp();
    const api = await AdminApi.signIn(server, await newAdmin(server));
    await subscribe(api, 'operator', { url: 'https://partner.example/hooks' });
    const sql = `SELECT id::text FROM client WHERE client_id = 'operator'`;
    [{ id: client }] = await server.get(Database).dataSource.query<{ id: string }[]>(sql);
  });
  afterAll(() => server.close());

  /** Columns with any value, with a row in the table and in those before it, which cause no record. */
  const withRow = (name: WatchedName, work: (tx: EntityManager) => Promise<void>) =>
    undone(server, async (tx) => {
      await allowAnything(tx, name);
      for (const table of WATCHED_NAMES.slice(0, WATCHED_NAMES.indexOf(name) + 1))
        await tx.query(ROWS[table], ROWS[table].includes('$1') ? [client] : []);
      await tx.query('DELETE FROM row_change');
      await work(tx);
    });
  const last = (name: WatchedName) =>
    name === 'account' || name === 'family'
      ? `id = (SELECT max(id) FROM ${name})`
      : `${columnOf(WATCHED_TABLES[name].subjectId)} = (SELECT max(id) FROM ${WATCHED_TABLES[name].subject})`;

  it.each(TABLES)('%s: each column is declared, with its current name', (name, { columns }) => {
    const { ownColumns } = server.get(Database).dataSource.getMetadata(name);
    expect(
      Object.keys(columns)
        .map((member) => [member, columnOf(member)])
        .sort(),
    ).toEqual(ownColumns.map(({ propertyName, databaseName }) => [propertyName, databaseName]).sort());
  });

  it.each(COLUMNS)(
    '%s.%s causes an event when it changes, or has a reason not to',
    async (name, member, declared) => {
      const column = columnOf(member);
      const seen: DecidedEvent[] = [];
      await withRow(name, async (tx) => {
        const turns = TURNS[`${name}.${column}`] ?? [[null, OTHER[await typeOf(tx, name, column)](column)]];
        for (const [from, to] of turns) {
          if (from !== null) await tx.query(`UPDATE ${name} SET ${column} = ${from} WHERE ${last(name)}`);
          await tx.query('DELETE FROM row_change');
          const [, count] = await tx.query<[unknown, number]>(
            `UPDATE ${name} SET ${column} = ${to} WHERE ${last(name)}`,
          );
          expect(count).toBe(1);
          if (!isWatched(declared)) expect(await changesIn(tx)).toEqual([]);
          seen.push(...(await eventsIn(tx)));
        }
      });
      expectTold(seen, declared, member);
    },
  );

  it.each(ACTS)(
    '%s: a row that is %s causes an event, or has a reason not to',
    async (name, act, declared) => {
      const seen: DecidedEvent[] = [];
      await withRow(name, async (tx) => {
        if (act === 'deleted') await tx.query(`DELETE FROM ${name} WHERE ${last(name)}`);
        else {
          await tx.query(`DELETE FROM ${name} WHERE ${last(name)}`);
          await tx.query('DELETE FROM row_change');
          await tx.query(ROWS[name], ROWS[name].includes('$1') ? [client] : []);
        }
        seen.push(...(await eventsIn(tx)));
      });
      expectTold(seen, declared, null);
    },
  );

  it('every event has a declaration', () => {
    const told = [...COLUMNS, ...ACTS].flatMap(([, , declared]) =>
      isWatched(declared) ? declared.tells : [],
    );
    expect([...new Set(told)].sort()).toEqual([...KINDS].sort());
  });

  it('finds a column that a trigger lacks, so that the previous tests can fail', () =>
    withRow('account', async (tx) => {
      await tx.query('DROP TRIGGER write_account_update ON account');
      await tx.query(`UPDATE account SET locale = 'is' WHERE ${last('account')}`);
      expect(await eventsIn(tx)).toEqual([]);
    }));
});

/** @param member null: the row as a whole */
function expectTold(seen: readonly DecidedEvent[], declared: Declared, member: string | null): void {
  if (!isWatched(declared)) {
    expect(declared.because).toMatch(/\w{3}/);
    expect(seen).toEqual([]);
    return;
  }
  expect(seen.map(({ kind }) => kind).sort()).toEqual([...declared.tells].sort());
  for (const { kind, data } of seen)
    if (/^(account|family)\.changed$/.test(kind)) expect(data.changed).toEqual([declared.as ?? member]);
}

/** No constraint refuses a value: only the triggers are tested. */
async function allowAnything(tx: EntityManager, table: WatchedName): Promise<void> {
  const found = await tx.query<{ name: string; of: string }[]>(
    `SELECT quote_ident(conname) AS name, conrelid::regclass::text AS of FROM pg_constraint
      WHERE (conrelid = $1::regclass OR confrelid = $1::regclass) AND contype IN ('c', 'f') AND conparentid = 0`,
    [table],
  );
  for (const { name, of } of found) await tx.query(`ALTER TABLE ${of} DROP CONSTRAINT ${name}`);
  const identity = await tx.query<unknown[]>(
    `SELECT FROM pg_attribute WHERE attrelid = $1::regclass AND attname = 'id' AND attidentity = 'a'`,
    [table],
  );
  if (identity.length > 0) await tx.query(`ALTER TABLE ${table} ALTER COLUMN id SET GENERATED BY DEFAULT`);
}

async function typeOf(tx: EntityManager, table: string, column: string): Promise<string> {
  const [{ type }] = await tx.query<[{ type: string }]>(
    `SELECT regexp_replace(format_type(atttypid, atttypmod), '^character varying.*', 'text') AS type
       FROM pg_attribute WHERE attrelid = $1::regclass AND attname = $2`,
    [table, column],
  );
  return type;
}
