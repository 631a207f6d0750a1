import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isPromise } from 'node:util/types';
import type { Logger } from 'pino';
import { ANNOUNCED_TABLES } from '../../src/identity/families/announced-tables.js';
import { AccountInformationService } from '../../src/identity/accounts/account-information.service.js';
import { ACCOUNT_JSON } from '../../src/identity/accounts/account-json.js';
import { Changes } from '../../src/platform/database/changes.js';
import { Database } from '../../src/platform/database/database.js';
import { NOBODY, type Caller } from '../../src/platform/operations/caller.js';
import { bearer, loggedAccount, tokensFor } from '../support/a01.js';
import { accountId, rows } from '../support/database-rows.js';
import { eventually } from '../support/eventually.js';
import { ANNA } from '../support/fixtures.js';
import { Partner } from '../support/partner.js';
import type { TestServer } from '../support/start-app.js';
import { startNodes } from '../support/start-nodes.js';
import { withoutAgeing } from '../support/without-ageing.js';

const TABLES = Object.keys(ANNOUNCED_TABLES);
const NOT_FOR_THIS = `'x' || md5(random()::text)`;

interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** What a column is set to: another value, which the constraints of its table allow. */
function another({ table, name, type }: Column, ids: Readonly<Record<string, string>>): string {
  const own: Readonly<Record<string, string>> = {
    'account.status': `'disabled'`,
    'account.role': `'support'`,
    'account_identifier.type': `'Msisdn'`,
    'account_identifier.normalized': `'m' || md5(random()::text) || '@else.example'`,
    'account_identifier.issuer': `issuer`, // only an ExternalId has one
    'account_identifier.account_id': ids.other,
    'family.premium_type': '(premium_type + 1) % 3',
    'family_member.member_type': '(member_type + 1) % 2',
    'family_member.account_id': ids.other,
    'family_member.family_id': ids.otherFamily,
    'family_member.invited_by': ids.other,
  };
  const ofType: Readonly<Record<string, string>> = {
    text: NOT_FOR_THIS,
    boolean: `NOT coalesce(${name}, false)`,
    bigint: 'NULL',
    'timestamp with time zone': `'2031-05-06'`,
    ARRAY: `'{}'`,
  };
  return own[`${table}.${name}`] ?? ofType[type];
}

describe('what a call says of its account is answered from memory while nothing changed (D35)', () => {
  let a: TestServer;
  let b: TestServer;
  let close: () => Promise<void>;
  let partner: Partner;
  let columns: Column[];
  beforeAll(async () => {
    ({ a, b, close } = await startNodes());
    partner = new Partner(a);
    columns = await rows<Column>(
      a,
      `SELECT table_name AS "table", column_name AS name, data_type AS type FROM information_schema.columns
        WHERE table_schema = 'public' AND table_name = ANY($1) AND is_identity = 'NO' ORDER BY table_name, ordinal_position`,
      [TABLES],
    );
  });
  afterAll(() => close());

  const callerOf = (accountId: string): Caller => ({ ...NOBODY, accountId });
  const saidBy = async (node: TestServer, accountId: string): Promise<string> =>
    JSON.stringify(await node.get(AccountInformationService).findOwn(callerOf(accountId)));
  const kept = (node: TestServer, accountId: string): boolean =>
    !isPromise(node.get(AccountInformationService).findOwn(callerOf(accountId)));
  const current = async (accountId: string): Promise<string> =>
    JSON.stringify(await a.get(AccountInformationService).find(accountId));

  /** An account in a family, and another of each. */
  async function newPeople() {
    const [family, otherFamily] = [await partner.family(), await partner.family()];
    const [account, other] = [await partner.account(family), await partner.account(otherFamily)];
    return { account, other, family, otherFamily };
  }

  const WHERE: Readonly<Record<string, string>> = {
    account: 'id = $1',
    account_identifier: 'account_id = $1',
    family: 'id = $2',
    family_member: 'account_id = $1 AND family_id = $2',
  };

  /** Changes something of a new account on A, and says whether that was no longer said: at once by A, and then by B. */
  async function isForgotten(
    change: (people: Awaited<ReturnType<typeof newPeople>>) => Promise<void>,
  ): Promise<'same' | 'forgotten' | 'stale on A'> {
    const people = await newPeople();
    const { account } = people;
    const before = await current(account);
    for (const node of [a, b]) expect(await saidBy(node, account)).toBe(before);
    for (const node of [a, b]) expect(kept(node, account)).toBe(true);
    return withoutAgeing(async () => {
      await change(people);
      const after = await current(account);
      if (after === before) return 'same';
      if ((await saidBy(a, account)) !== after) return 'stale on A';
      await eventually(async () => ((await saidBy(b, account)) === after ? true : null));
      return 'forgotten';
    });
  }

  it('reads only tables whose changes are announced', () => {
    const read = [...ACCOUNT_JSON.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table);
    expect(read.length).toBeGreaterThan(2);
    expect([...read, 'account'].filter((table) => !TABLES.includes(table))).toEqual([]);
  });

  it('a change of any column on one node is forgotten by both', async () => {
    const told: Record<string, string> = {};
    for (const column of columns) {
      const { table, name } = column;
      told[`${table}.${name}`] = await isForgotten(async ({ account, family, ...ids }) => {
        const sql = `UPDATE "${table}" SET "${name}" = ${another(column, ids)} WHERE ${WHERE[table]}
                        AND coalesce($1, $2) IS NOT NULL`;
        await rows(a, sql, [account, family]);
      });
    }
    expect(columns.length).toBeGreaterThan(45);
    expect(Object.entries(told).filter(([, what]) => what === 'stale on A')).toEqual([]);
    const forgotten = Object.keys(told).filter((name) => told[name] === 'forgotten');
    expect(forgotten).toEqual(
      expect.arrayContaining([
        ...['account.name', 'account.last_login_at', 'account_identifier.value', 'account_identifier.type'],
        ...['account_identifier.is_validated', 'account_identifier.account_id', 'family.name'],
        ...['family.premium_type', 'family.picture_key', 'family.task_service', 'family_member.family_id'],
      ]),
    );
  }, 600_000);

  it.each([
    [
      'an identifier that is added',
      `INSERT INTO account_identifier (account_id, type, value, normalized) VALUES ($1, 'Email', 'n@e.example', $1 || 'n@e.example')`,
    ],
    ['identifiers that are removed', 'DELETE FROM account_identifier WHERE account_id = $1'],
    [
      'a family that is joined',
      'INSERT INTO family_member (family_id, account_id, created_at) VALUES ($4, $1, now())',
    ],
    ['a family that is left', 'DELETE FROM family_member WHERE account_id = $1'],
    ['an account that is deleted', 'DELETE FROM account WHERE id = $1'],
  ])('so is %s', async (_what, sql) => {
    const all = `${sql} `;
    const change = ({ account, other, family, otherFamily }: Awaited<ReturnType<typeof newPeople>>) => {
      const values = [account, other, family, otherFamily];
      const used = all.replaceAll(/\$(\d)/g, (_, n: string) => `'${values[Number(n) - 1]}'`);
      return rows(a, used).then(() => undefined);
    };
    expect(await isForgotten(change)).toBe('forgotten');
  });

  it('so is that an account may sign in: each node refuses its token, which it had in memory', async () => {
    const { access_token: token } = await tokensFor(a, ANNA);
    const [status] = await rows<{ was: string }>(a, `SELECT status AS was FROM account WHERE id = $1`, [
      await accountId(a, ANNA.email),
    ]);
    const answers = async () =>
      Promise.all([a, b].map(async (node) => (await loggedAccount(node, bearer(token))).status));
    const set = async (value: string) =>
      void (await rows(a, 'UPDATE account SET status = $1 WHERE id = $2', [
        value,
        await accountId(a, ANNA.email),
      ]));
    expect(await answers()).toEqual([200, 200]);
    await withoutAgeing(async () => {
      await set('disabled');
      expect((await loggedAccount(a, bearer(token))).status).toBe(401);
      await eventually(async () => ((await loggedAccount(b, bearer(token))).status === 401 ? true : null));
      await set(status.was);
      expect((await loggedAccount(a, bearer(token))).status).toBe(200);
      await eventually(async () => ((await loggedAccount(b, bearer(token))).status === 200 ? true : null));
    });
  });

  it('so is a change by a named statement, and one in a transaction, but none that was rolled back', async () => {
    const text = `UPDATE account SET name = 'Other' WHERE id = $1`;
    const named = async ({ account }: { account: string }) =>
      void (await a.get(Database).query({ name: 'test-rename', text }, [account]));
    const inTransaction = ({ account }: { account: string }) =>
      a.get(Database).transaction(async (tx) => {
        await tx.query(text, [account]);
        expect(kept(a, account)).toBe(true); // nothing is said before the commit
      });
    expect(await isForgotten(named)).toBe('forgotten');
    expect(await isForgotten(inTransaction)).toBe('forgotten');
    const { account } = await newPeople();
    await saidBy(a, account);
    await withoutAgeing(async () => {
      const undone = a.get(Database).transaction(async (tx) => {
        await tx.query(text, [account]);
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      await rows(a, 'SELECT 1');
      expect(kept(a, account)).toBe(true);
    });
  });

  it('everything is forgotten after a statement whose outcome is unknown', async () => {
    const { account } = await newPeople();
    for (const node of [a, b]) await saidBy(node, account);
    await withoutAgeing(async () => {
      const cut = a.get(Database).query(
        {
          name: 'test-cut',
          text: `WITH u AS (UPDATE account SET name = 'Cut' WHERE id = $1 RETURNING id)
                 SELECT pg_terminate_backend(pg_backend_pid()) FROM u`,
        },
        [account],
      );
      await expect(cut).rejects.toThrow();
      expect(kept(a, account)).toBe(false);
      await eventually(() => Promise.resolve(kept(b, account) ? null : true));
    });
  });

  it('nothing is answered from memory by a node that hears nothing', async () => {
    const { account } = await newPeople();
    await saidBy(b, account);
    expect(kept(b, account)).toBe(true);
    const changes = b.get(Changes) as unknown as { isListening: boolean };
    changes.isListening = false;
    expect(kept(b, account)).toBe(false);
    changes.isListening = true;
  });

  it('nor where what triggers say is dropped on its way', async () => {
    const { dataSource } = b.get(Database);
    const deaf = { dataSource: { options: dataSource.options }, query: () => Promise.resolve([]) };
    const warned: unknown[] = [];
    const log = { warn: (...said: unknown[]) => warned.push(...said) };
    const changes = new Changes(deaf as unknown as Database, log as unknown as Logger);
    await changes.start();
    expect(changes.isUnchanged(changes.sequence)).toBe(false);
    expect(changes.isFresh(changes.sequence, [])).toBe(false);
    expect(warned).toContainEqual(expect.stringContaining('drops notices'));
    await changes.close();
  });
});
