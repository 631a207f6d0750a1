import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditPartitions } from '../../src/platform/audit/audit-partitions.js';
import { Database } from '../../src/platform/database/database.js';
import { bearer, loggedAccount, tokensFor } from '../support/a01.js';
import { accountId, rows } from '../support/database-rows.js';
import { ANNA, BEN } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { createOwnDatabase } from '../support/test-database.js';

const NAME = 'EmailAddresses1795640000000';
const LETTERS = 'eva@bücher.example';
const ASCII = 'eva@xn--bcher-kva.example';

const UNCHECKED = 'ALTER TABLE account_identifier DROP CONSTRAINT IF EXISTS account_identifier_email_check';

/** Until 0.2.0 hosts were kept in the letters in which they were given. */
describe('the migration to one form of e-mail addresses (D365)', () => {
  let server: TestServer;
  let anna: string;
  let ben: string;
  beforeAll(async () => {
    server = await startApp({}, createOwnDatabase);
    [anna, ben] = [await accountId(server, ANNA.email), await accountId(server, BEN.email)];
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await rows(server, UNCHECKED);
    await rows(server, "DELETE FROM migration WHERE name ~ '^EmailAddress'");
    await rows(server, 'DELETE FROM account_identifier WHERE id > 1000');
    await rows(server, 'ALTER TABLE account_identifier ALTER COLUMN id RESTART WITH 1001');
  });

  async function add(account: string, value: string, type = 'Email', suspended: string | null = null) {
    const [{ id }] = await rows<{ id: string }>(
      server,
      `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, suspended_at)
       VALUES ($1, $2, $3, $4, $5::timestamptz IS NULL, $5::timestamptz) RETURNING id::text`,
      [account, type, value, value.normalize('NFC').toLowerCase(), suspended],
    );
    return id;
  }
  const all = () =>
    rows<Record<'id' | 'type' | 'value' | 'normalized', string>>(
      server,
      'SELECT id::text, type, value, normalized FROM account_identifier WHERE id > 1000 ORDER BY account_identifier.id',
    );
  const migrated = (): Promise<string> =>
    server
      .get(Database)
      .dataSource.runMigrations()
      .then(() => 'went on', String);

  it.each([
    ['row 14', 'anna@fam\u00adily.example', 'anna@fam\\u00adily.example'],
    ['row 14', 'anna@family.example\u200b', 'anna@family.example\\u200b'],
    ['row 14', 'anna@\u24d5amily.example', 'anna@\u24d5amily.example'],
    ['row 16', '\u200banna@family.example', '\\u200banna@family.example'],
    ['row 16', '\u202eanna@family.example', '\\u202eanna@family.example'],
    ['quotes', '"anna"@family.example', '\\"anna\\"@family.example'],
  ])(
    '%s: names the accounts with %j beside anna@family.example, and changes nothing',
    async (_which, value, named) => {
      const id = await add(ben, value);
      await add(ben, LETTERS);
      const before = await all();
      const message = await migrated();
      expect(message).toContain('No account was changed.');
      expect(message).toMatch(`  anna@family.example: account ${anna} (identifier `);
      expect(message).toContain(`(identifier ${id}, Email "${named}")`);
      expect(message).toContain(`"hearth account remove-identifier ${ben} ${id}"`);
      expect(message).toContain(`"hearth account delete ${ben}"`);
      expect(message).not.toContain('bcher');
      expect(await all()).toEqual(before);
      expect(await rows(server, 'SELECT FROM migration WHERE name = $1', [NAME])).toEqual([]);
      await add(ben, 'eva@stra\u00dfe.example'); // the version before goes on
    },
  );

  it.each([
    ['row 15', 'Email', null],
    ['an address that is out of use', 'Email', '2026-01-01'],
    ['an id of no issuer', 'ExternalId', null],
  ])('%s: names both forms of one address', async (_which, type, suspended) => {
    const mine = await add(anna, LETTERS);
    const other = await add(ben, ASCII, type, suspended);
    expect(await migrated()).toContain(
      `  ${ASCII}: account ${anna} (identifier ${mine}, Email "${LETTERS}"), account ${ben} (identifier ${other}, ${type} "${ASCII}")\n`,
    );
    await rows(server, 'DELETE FROM account_identifier WHERE id = $1', [other]);
    expect(await migrated()).toBe('went on');
  });

  it('keeps everything else: shown in letters, and its owner signs in by either form', async () => {
    await add(ben, LETTERS);
    await add(ben, 'ben@xn--strae-oqa.example');
    await add(ben, 'ben@g\u00adarden.example');
    await add(ben, '\u200bben@garden.example');
    await add(ben, 'Ben@Garden.example', 'SOMETHING_ELSE');
    await add(ben, 'ben@xn--zzzzzz.example');
    await add(ben, 'x@b\u00fccher.example', 'AccessToken');
    expect(await migrated()).toContain('ben@garden.example: '); // the mail of one goes to the other

    await rows(
      server,
      `DELETE FROM account_identifier WHERE type = 'SOMETHING_ELSE' OR value LIKE '\u200b%'`,
    );
    await add(ben, '\u200bnobody@garden.example');
    expect(await migrated()).toBe('went on');
    await server.get(AuditPartitions).makeAhead(); // as a start does, which runs them
    expect((await all()).map(({ type, value, normalized }) => ({ type, value, normalized }))).toEqual([
      { type: 'Email', value: LETTERS, normalized: ASCII },
      { type: 'Email', value: 'ben@straße.example', normalized: 'ben@xn--strae-oqa.example' },
      { type: 'Email', value: 'ben@garden.example', normalized: 'ben@garden.example' },
      { type: 'SOMETHING_ELSE', value: 'ben@xn--zzzzzz.example', normalized: 'ben@xn--zzzzzz.example' },
      { type: 'AccessToken', value: 'x@bücher.example', normalized: 'x@xn--bcher-kva.example' },
      {
        type: 'SOMETHING_ELSE',
        value: '\u200bnobody@garden.example',
        normalized: '\u200bnobody@garden.example',
      },
    ]);
    for (const email of [
      LETTERS,
      ASCII,
      'ben@STRASSE.example'.replace('SS', 'ß'),
      '\u200bnobody@garden.example',
    ]) {
      const { access_token: token } = await tokensFor(server, { email, password: BEN.password });
      expect((await loggedAccount(server, bearer(token))).body.a01.r.r).toMatchObject({ accountId: ben });
    }
  });

  it('changes links, invitations and messages to the same form, and deletes links that would add what is none', async () => {
    const link = (value: string) =>
      rows(
        server,
        `INSERT INTO invitation (digest, kind, account_id, new_type, new_value, created_at, expires_at)
         VALUES ($1, 'addition', $2, 'Email', $3, now(), now() + interval '1 day')`,
        [Buffer.from(value), ben, value],
      );
    for (const value of [LETTERS, '\u202eeva@x.example', 'plain@x.example']) await link(value);
    await rows(
      server,
      `INSERT INTO sent_invitation (invited_by, invited_as, address, member_type, created_at, expires_at)
       VALUES ($1, $2, $2, 0, now(), now() + interval '1 day')`,
      [ben, LETTERS],
    );
    await rows(
      server,
      `INSERT INTO outbox_message (kind, account_id, channel, recipient, locale, created_at) VALUES ('reset', $1, 'email', $2, 'en', now())`,
      [ben, LETTERS],
    );
    expect(await migrated()).toBe('went on');
    const column = async (sql: string) => (await rows<{ v: string }>(server, sql)).map(({ v }) => v);
    expect(
      await column('SELECT new_value AS v FROM invitation WHERE new_value IS NOT NULL ORDER BY 1'),
    ).toEqual([ASCII, 'plain@x.example']);
    expect(await column('SELECT address AS v FROM sent_invitation')).toEqual([ASCII]);
    expect(await column(`SELECT recipient AS v FROM outbox_message WHERE kind = 'reset'`)).toEqual([ASCII]);
  });

  it('names fifty, and says that there are more', async () => {
    for (let at = 0; at < 51; at++) {
      await add(anna, `a${at}@b\u00fccher.example`);
      await add(ben, `a${at}@xn--bcher-kva.example`);
    }
    const message = await migrated();
    expect(message.match(/^ {2}a\d+@xn--bcher-kva\.example: /gm)).toHaveLength(50);
    expect(message).toContain('\n  and more\n');
  });

  it('finds what an earlier server wrote between the steps, and then holds for all rows', async () => {
    expect(await migrated()).toBe('went on');
    await rows(server, UNCHECKED);
    await rows(server, "DELETE FROM migration WHERE name ~ '^EmailAddress(Check|esChecked)'");
    await add(ben, LETTERS);
    expect(await migrated()).toBe('went on');
    expect(await all()).toMatchObject([{ value: LETTERS, normalized: ASCII }]);
    expect(
      await rows(
        server,
        `SELECT convalidated FROM pg_constraint WHERE conname = 'account_identifier_email_check'`,
      ),
    ).toEqual([{ convalidated: true }]);
  });

  it('keeps a letter that only its small form has as one in that form, of an address and of a login', async () => {
    await add(ben, 'J\u030can@garden.example');
    await add(ben, 'J\u030can', 'Login');
    expect((await all()).map(({ normalized }) => normalized)).toEqual([
      'j\u030can@garden.example',
      'j\u030can',
    ]);
    expect(await migrated()).toBe('went on');
    expect((await all()).map(({ normalized }) => normalized)).toEqual([
      '\u01f0an@garden.example',
      '\u01f0an',
    ]);
  });

  it('lets no earlier server write a host in its own letters', async () => {
    expect(await migrated()).toBe('went on');
    await expect(add(ben, LETTERS)).rejects.toThrow('account_identifier_email_check');
  });
});
