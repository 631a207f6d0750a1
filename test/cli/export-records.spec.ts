import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EXPORTED_ACCOUNTS } from '../../src/admin/accounts/export/account-export.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { accountId, count, rows } from '../support/database-rows.js';
import { recordedAs } from '../support/elsewhere.js';
import { request } from '../support/http.js';
import { planFor } from '../support/plans.js';
import { type Reply, ScriptedServer } from '../support/scripted-server.js';
import { startApp, type TestServer } from '../support/start-app.js';

/** More than a page. */
const MANY = 450;
const ADA = { email: 'ada@exported.example', password: 'some-password-8' };
const TOKEN = { HEARTH_TOKEN: 'a-token' };
const PARTNER = 'https://portal.example';

interface Line {
  readonly name: string;
  readonly identifiers: readonly { readonly type: string; readonly value: string }[];
  readonly isDisabled?: true;
  readonly passwordHash?: string;
}
interface FamilyLine {
  readonly name: string;
  readonly members: readonly object[];
}

describe('exports of accounts and families by the command line (D408)', () => {
  let server: TestServer;
  let other: TestServer;
  const [cli, elsewhere, support] = [new CommandLine(), new CommandLine(), new CommandLine()];
  const files = process.env.HEARTH_TEST_FOLDER as string;
  let next = 0;
  const newFile = (): string => join(files, `export-${process.pid}-${(next += 1)}.ndjson`);
  const linesOf = <T>(file: string): T[] =>
    readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as T);
  const signedIn = async (line: CommandLine, at: TestServer, role?: 'support') => {
    const { email, password } = await newAdmin(at, role);
    const env = { HEARTH_PASSWORD: password };
    expect((await line.run(['login', at.url, '--identifier', email], { env })).code).toBe(0);
  };

  beforeAll(async () => {
    server = await startApp();
    other = await startApp();
    await signedIn(cli, server);
    await signedIn(support, server, 'support');
    await signedIn(elsewhere, other);
    const identifiers = [{ type: 'ExternalId' as const, value: '4711', issuer: PARTNER }];
    await server.get(Bootstrap).apply({
      accounts: [
        { name: 'Only Elsewhere', identifiers, password: ADA.password },
        { name: 'Ada', identifiers: [{ type: 'Email', value: ADA.email }], password: ADA.password },
      ],
      families: [
        {
          ...{ name: 'Exported', premiumType: 1, calendarService: false },
          members: [
            { identifier: ADA.email, accountType: 2 },
            { identifier: '4711', issuer: PARTNER, accountType: 1 },
          ],
        },
      ],
    });
    await rows(
      server,
      `WITH made AS (
         INSERT INTO account (name, status, created_at) SELECT 'Many ' || n, 'pending', now() FROM generate_series(1, $1::int) n
         RETURNING id, name)
       INSERT INTO account_identifier (account_id, type, value, normalized)
       SELECT id, 'Email', replace(lower(name), ' ', '') || '@many.example', replace(lower(name), ' ', '') || '@many.example' FROM made
       RETURNING 1`,
      [MANY],
    );
  });
  afterAll(async () => {
    await Promise.all([server.close(), other.close()]);
    for (const line of [cli, elsewhere, support]) line.close();
  });

  const signIn = async (at: TestServer, { email, password }: { email: string; password: string }) =>
    (await request(at, { path: '/api/log2/in', form: { identifier: email, password } })).status;

  it('writes each account once, in a file of its owner, without a password hash', async () => {
    const file = newFile();
    const { code, out, err } = await cli.run(['export', 'accounts', file]);
    const accounts = await count(server, 'account');
    expect([code, out, err]).toEqual([
      0,
      '',
      expect.stringMatching(
        new RegExp(`^${accounts} accounts in [\\d.]+ s, written to .+, which only you can read\\.\n$`),
      ),
    ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(existsSync(`${file}.part`)).toBe(false);
    const values = linesOf<Line>(file).flatMap(({ identifiers }) => identifiers.map(({ value }) => value));
    expect(new Set(values).size).toBe(values.length);
    expect(values).toHaveLength(await count(server, 'account_identifier'));
    expect(readFileSync(file, 'utf8')).not.toMatch(/passwordHash|\$2b\$/);
    const pages = await recordedAs(server, 'accounts.exported');
    expect(pages.map(({ details }) => details.accounts)).toEqual([200, 200, accounts - 400]);
    expect(await recordedAs(server, 'password_hashes.exported')).toEqual([]);
  });

  it('with password hashes, people sign in on another server; families come by a bootstrap file', async () => {
    const [file, families] = [newFile(), newFile()];
    expect(await cli.run(['export', 'accounts', '--password-hashes', file])).toMatchObject({ code: 0 });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await recordedAs(server, 'password_hashes.exported')).length).toBeGreaterThan(2);
    expect(await signIn(other, ADA)).toBe(401);
    const imported = await elsewhere.run(['import', 'accounts', file]);
    expect(imported).toMatchObject({ code: 0 });
    expect(await signIn(other, ADA)).toBe(200);

    expect(await cli.run(['export', 'families', families])).toMatchObject({ code: 0 });
    expect(statSync(families).mode & 0o777).toBe(0o600);
    const exported = linesOf<FamilyLine>(families);
    expect(exported).toHaveLength(await count(server, 'family'));
    expect(exported.find(({ name }) => name === 'Exported')).toMatchObject({
      ...{ premiumType: 1, calendarService: false, locationService: true },
      members: [
        { identifier: ADA.email, accountType: 2 },
        { identifier: '4711', issuer: PARTNER, accountType: 1 },
      ],
    });
    await other.get(Bootstrap).apply({ families: exported as never });
    const again = newFile();
    expect(await elsewhere.run(['export', 'families', again])).toMatchObject({ code: 0 });
    expect(linesOf(again)).toEqual(exported);
  });

  it('says that an account is disabled, and leaves out who asked to be deleted and what is out of use', async () => {
    const [disabled, leaving] = ['many1@many.example', 'many2@many.example'];
    await rows(server, `UPDATE account SET status = 'disabled' WHERE id = $1 RETURNING 1`, [
      await accountId(server, disabled),
    ]);
    await rows(
      server,
      `UPDATE account SET status = 'disabled', deletes_at = now() WHERE id = $1 RETURNING 1`,
      [await accountId(server, leaving)],
    );
    const suspended = `UPDATE account_identifier SET suspended_at = now() WHERE normalized = $1 RETURNING 1`;
    await rows(server, suspended, ['many3@many.example']);
    const file = newFile();
    expect(await cli.run(['export', 'accounts', file])).toMatchObject({ code: 0 });
    const lines = linesOf<Line>(file);
    const named = (value: string) =>
      lines.find(({ identifiers }) => identifiers.some((each) => each.value === value));
    expect(named(disabled)).toMatchObject({ name: 'Many 1', isDisabled: true });
    expect(named('many4@many.example')).not.toHaveProperty('isDisabled');
    expect(lines.some(({ name }) => name === 'Many 2')).toBe(false);
    expect(lines.some(({ name }) => name === 'Many 3')).toBe(false); // an import could not take it
    expect(await elsewhere.run(['import', 'accounts', file])).toMatchObject({ code: 0 });
  });

  it('what is disabled or not confirmed stays so on another server', async () => {
    const password = 'some-password-9';
    const email = (name: string, isValidated: boolean) =>
      ({ type: 'Email', value: `${name}@kept.example`, isValidated }) as const;
    await server.get(Bootstrap).apply({
      accounts: [
        { name: 'Kept A', identifiers: [email('a', true)], password, countryCode: 'DE', locale: 'de' },
        {
          ...{ name: 'Kept B', password, locale: 'pl' },
          identifiers: [
            email('b', false),
            { type: 'Msisdn', value: '+493090182077', isValidated: false },
            { type: 'Login', value: 'kept-b', isValidated: true },
            { type: 'ExternalId', value: '4712', issuer: PARTNER, isValidated: false },
          ],
        },
        { name: 'Kept C', identifiers: [email('c', true)] },
      ],
    });
    for (const name of ['a', 'c'])
      await cli.run([
        'account',
        'update',
        await accountId(server, `${name}@kept.example`),
        '--status',
        'disabled',
      ]);
    const kept = (at: TestServer) =>
      rows<{ value: string; status: string; is_validated: boolean }>(
        at,
        `SELECT a.name, a.status, a.country_code, a.locale, i.type, i.value, i.is_validated, i.issuer
           FROM account a JOIN account_identifier i ON i.account_id = a.id WHERE a.name LIKE 'Kept %' ORDER BY i.normalized`,
      );
    const file = newFile();
    expect(await cli.run(['export', 'accounts', '--password-hashes', file])).toMatchObject({ code: 0 });
    expect(await elsewhere.run(['import', 'accounts', file])).toMatchObject({ code: 0 });
    const before = await kept(server);
    expect(before.map((row) => [row.value, row.status, row.is_validated])).toEqual([
      ['+493090182077', 'active', false],
      ['4712', 'active', false],
      ['a@kept.example', 'disabled', true],
      ['b@kept.example', 'active', false],
      ['c@kept.example', 'disabled', true],
      ['kept-b', 'active', true],
    ]);
    expect(await kept(other)).toEqual(before);
    const disabled = { email: 'a@kept.example', password };
    expect(await signIn(other, disabled)).toBe(401);
    const id = await accountId(other, disabled.email);
    expect(await elsewhere.run(['account', 'update', id, '--status', 'active'])).toMatchObject({ code: 0 });
    expect(await signIn(other, disabled)).toBe(200);
  });

  it('goes on after the server was away for a moment', async () => {
    const pages = [
      { items: [{ name: 'Ada' }], next: 'second', total: 2 },
      { items: [{ name: 'Ben' }], next: null, total: null },
    ];
    const answers = [{ body: pages[0] }, { status: 503, body: {} }, { body: pages[1] }];
    const scripted = await ScriptedServer.start(() => answers.shift() as Reply);
    const file = newFile();
    const { code } = await cli.run(['export', 'accounts', file, '--url', scripted.url], { env: TOKEN });
    await scripted.close();
    expect(code).toBe(0);
    expect(linesOf(file)).toEqual([{ name: 'Ada' }, { name: 'Ben' }]);
    expect(scripted.asked.map(({ query }) => query.after)).toEqual([undefined, 'second', 'second']);
  });

  it('that is interrupted leaves no file, not even of an earlier one; nothing is written over', async () => {
    const answers = [
      { body: { items: [{ name: 'Ada' }], next: 'second', total: 2 } },
      { status: 403, body: { title: 'Not allowed' } },
    ];
    const scripted = await ScriptedServer.start(() => answers.shift() as Reply);
    const file = newFile();
    writeFileSync(`${file}.part`, 'from an export that was killed');
    const refused = await cli.run(['export', 'accounts', file, '--url', scripted.url], { env: TOKEN });
    await scripted.close();
    expect(refused).toMatchObject({ code: 4, out: '' });
    expect(scripted.asked).toHaveLength(2);
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
    writeFileSync(file, 'mine');
    const taken = await cli.run(['export', 'accounts', file]);
    expect([taken.code, taken.err]).toEqual([2, expect.stringContaining(`${file} already exists.`)]);
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('reads each page by the primary key, in a database without statistics too', async () => {
    const many = `INSERT INTO account (name, status, created_at) SELECT 'Page ' || n, 'pending', now() FROM generate_series(1, 20000) n RETURNING 1`;
    await rows(other, many);
    const plan = await planFor(other, EXPORTED_ACCOUNTS, ['0', 201]);
    const scans = plan.filter((node) => node['Relation Name'] === 'account');
    expect(scans.map((node) => [node['Node Type'], node['Index Name']])).toEqual([
      ['Index Scan', 'account_pkey'],
    ]);
  });

  it('is refused to the role support, and hashes without a password that was confirmed lately', async () => {
    for (const args of [['accounts'], ['accounts', '--password-hashes'], ['families']]) {
      const file = newFile();
      const { code } = await support.run(['export', ...args, file]);
      expect([args, code, existsSync(file)]).toEqual([args, 4, false]);
    }
    server.clock.advance({ seconds: 600 });
    const file = newFile();
    const unconfirmed = await cli.run(['export', 'accounts', '--password-hashes', file]);
    expect([unconfirmed.code, unconfirmed.err]).toEqual([4, expect.stringContaining('HEARTH_PASSWORD')]);
    expect(existsSync(file)).toBe(false);
    expect(await cli.run(['export', 'accounts', file])).toMatchObject({ code: 0 });
  });
});
