import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { accountId, rows } from '../support/database-rows.js';
import { from, request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const EXPORTS = new URL('../support/exports/', import.meta.url);
/** Of all users in the exports, unless Firebase published it. */
const PASSWORD = 'brought-along-1';

describe('importing the accounts of other systems by the command line (D398)', () => {
  let server: TestServer;
  const cli = new CommandLine();
  let network = 0;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
    const { email, password } = await newAdmin(server);
    await cli.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
  });
  afterAll(async () => {
    await server.close();
    cli.close();
  });

  /** A copy, since refused entries are written beside the file. */
  const exported = (name: string): string => {
    const file = join(cli.home, name);
    copyFileSync(new URL(name, EXPORTS), file);
    return file;
  };
  const written = (name: string, content: string): string => {
    const file = join(cli.home, name);
    writeFileSync(file, content);
    return file;
  };
  const run = (...args: string[]) => cli.run(['import', 'accounts', ...args]);
  const told = async (...args: string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await run(...args, '--json')).out) as Record<string, unknown>;
  const accounts = async (): Promise<string> =>
    (await rows<{ many: string }>(server, 'SELECT count(*)::text AS many FROM account'))[0].many;
  const signIn = async (identifier: string, password: string): Promise<number> => {
    const headers = from(`198.51.100.${++network}`); // no throttle of one address
    return (await request(server, { path: '/api/log2/in', form: { identifier, password }, headers })).status;
  };
  const rejects = (file: string): unknown[] =>
    readFileSync(`${file}.rejected.ndjson`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);

  it('keycloak: a dry run tells everything and writes nothing; then people sign in with their passwords', async () => {
    const file = exported('shop-realm.json');
    const before = await accounts();
    const dry = await run('--from', 'keycloak', file, '--dry-run');
    expect(dry.code).toBe(1);
    expect(dry.err.split('\n')).toEqual([
      'Dry run, nothing was written: 5 to create, 0 already exist, 2 to be refused.',
      'Password hashes: 1 argon2id, 1 pbkdf2-sha512, 1 pbkdf2-sha256.',
      'Without a password, pending until invited: 2.',
      'Disabled: 1.',
      'Left out (accounts):',
      expect.stringMatching(/^ {2}2 {2}attributes/),
      expect.stringMatching(/^ {2}2 {2}roles/),
      expect.stringMatching(/^ {2}1 {2}groups/),
      expect.stringMatching(/^ {2}1 {2}links/),
      expect.stringMatching(/^ {2}1 {2}one-time codes/),
      expect.stringMatching(/^ {2}1 {2}passkeys/),
      expect.stringMatching(/^ {2}1 {2}other credentials/),
      expect.stringMatching(/^ {2}1 {2}required actions/),
      expect.stringMatching(/^ {2}1 {2}users kept in LDAP/),
      expect.stringMatching(/^ {2}1 {2}service accounts/),
      expect.stringMatching(/^ {2}1 {2}consents/),
      expect.stringMatching(/^ {2}7 {2}ids/),
      expect.stringMatching(/^Refused, user 6: its password has a hash of "house-special"/),
      expect.stringMatching(/^Refused, user 7: identifiers.*phone number/),
      `Refused entries, with reasons, are in ${file}.rejected.ndjson.`,
      '',
    ]);
    expect(await accounts()).toBe(before);
    expect(await told('--from', 'keycloak', file)).toMatchObject({ created: 5, exists: 0, refused: 2 });
    for (const name of ['ada', 'bob']) {
      expect([await signIn(name, 'another-1'), await signIn(name, PASSWORD)]).toEqual([401, 200]);
      expect(await signIn(`${name}@shop.example`, PASSWORD)).toBe(200);
    }
    expect(rejects(file)).toEqual([
      { user: 6, message: expect.any(String), account: expect.objectContaining({ name: 'fay' }) },
      { user: 7, message: expect.any(String), account: expect.objectContaining({ name: '4915112345678' }) },
    ]);
    expect(await told('--from', 'keycloak', file)).toMatchObject({ created: 0, exists: 5, refused: 2 });
  });

  it('keeps disabled accounts disabled, and addresses as little confirmed as they were', async () => {
    expect(await signIn('cleo@shop.example', PASSWORD)).toBe(401);
    const id = await accountId(server, 'cleo@shop.example');
    await cli.run(['account', 'update', id, '--status', 'active']);
    expect(await signIn('cleo@shop.example', PASSWORD)).toBe(200);
    const sql = `SELECT value, is_validated FROM account_identifier WHERE value IN ('ada@shop.example', 'bob@shop.example') ORDER BY value`;
    expect(await rows(server, sql)).toEqual([
      { value: 'ada@shop.example', is_validated: true },
      { value: 'bob@shop.example', is_validated: false },
    ]);
  });

  it('auth0: joins the hashes, and people sign in with their passwords', async () => {
    const [users, hashes] = [exported('auth0-users.json'), exported('auth0-hashes.json')];
    const counts = await told('--from', 'auth0', users, '--hashes', hashes);
    expect(counts).toMatchObject({
      created: 5,
      refused: 0,
      disabled: 1,
      passwords: { bcrypt: 2, none: 3 },
      left: { hashes: 1, links: 2, passwords: 1, secondFactors: 1 },
    });
    expect(await signIn('gil@shop.example', PASSWORD)).toBe(200);
    expect(await signIn('hal9000', PASSWORD)).toBe(401); // blocked
  });

  it('csv: any hash that an import takes, with ids of the old system', async () => {
    const file = exported('users.csv');
    expect(await told('--from', 'csv', file, '--ids-of', 'https://old.example')).toMatchObject({
      created: 2,
      passwords: { bcrypt: 1, pbkdf2: 1 },
      left: { columns: 1 },
    });
    expect(await signIn('moe', PASSWORD)).toBe(200);
    const sql = `SELECT value FROM account_identifier WHERE issuer = 'https://old.example' ORDER BY value`;
    expect(await rows(server, sql)).toEqual([{ value: '42' }, { value: '43' }]);
  });

  it('a dry run finds accounts that repeat one of an earlier request, as the server compares them', async () => {
    const line = (value: string) => JSON.stringify({ name: 'N', identifiers: [{ type: 'Email', value }] });
    const many = Array.from({ length: 600 }, (_, index) => line(`n${index}@twice.example`));
    const file = written('twice.ndjson', [...many, line('N1@TWICE.example')].join('\n'));
    const expected = { created: 600, exists: 1, differing: 1, refused: 0 };
    expect(await told(file, '--dry-run')).toMatchObject(expected);
    expect(rejects(file)).toEqual([
      { line: 601, message: 'repeats an identifier of an earlier entry', account: expect.any(Object) },
    ]);
    expect(await told(file)).toMatchObject({ created: 600, exists: 1, refused: 0 });
  });

  it('refuses what no account can be, and imports the rest', async () => {
    const user = (more: object) => ({ firstName: 'X', emailVerified: true, enabled: true, ...more });
    const users = [
      user({ email: 'fine@bad.example' }),
      user({ id: 'a' }),
      user({ email: 'long@bad.example', firstName: 'x'.repeat(60_000) }),
      user({ email: 'longer@bad.example', firstName: 'x'.repeat(600_000) }),
      user({ email: 'nul@bad.example', firstName: 'a\0b' }),
      user({ email: 'FINE@bad.example', firstName: 'Again' }),
    ];
    const file = written('bad.json', JSON.stringify({ realm: 'bad', users }));
    const { code, err } = await run('--from', 'keycloak', file);
    expect([code, err]).toEqual([1, expect.stringContaining('1 created, 1 already existed, 4 refused')]);
    const refusals = err.split('\n').filter((each) => each.startsWith('Refused, '));
    expect(refusals.map((each) => each.slice(0, 60))).toEqual([
      expect.stringMatching(/^Refused, user 2: .*identifiers/),
      expect.stringMatching(/^Refused, user 3: name must/),
      expect.stringMatching(/^Refused, user 4: has 600\d{3} bytes/),
      expect.stringMatching(/^Refused, user 5: has a NUL/),
    ]);
  });

  it('sends nothing of a file that turns out to be damaged', async () => {
    const whole = JSON.stringify({
      users: Array.from({ length: 700 }, (_, i) => ({ email: `cut${i}@cut.example` })),
    });
    const before = await accounts();
    const { code, err } = await run('--from', 'keycloak', written('cut.json', whole.slice(0, -20)));
    expect([code, err]).toEqual([1, expect.stringContaining('is not whole')]);
    expect(await accounts()).toBe(before);
  });

  it.each([
    [['--from', 'keycloak', 'nowhere.json'], 2, 'File not found'],
    [['--from', 'csv', '.'], 2, 'is a folder'],
    [['--from', 'mars', 'x'], 2, 'Allowed choices are lines, keycloak, auth0, firebase, csv'],
    [['x.ndjson', '--hashes', 'y'], 2, '--hashes is not for --from lines. It is for: auth0.'],
    [['--from', 'firebase', 'x.json'], 2, '--from firebase needs --hash-config <file>'],
    [['--from', 'csv', 'x.csv', '--link', 'a=b'], 2, 'It is for: keycloak, auth0, firebase.'],
    [['--from', 'csv', 'x.csv', '--prune'], 2, 'does not take --prune'],
  ])('exits with the code of the mistake: %j', async (args, code, message) => {
    const refused = await run(...args);
    expect([refused.code, refused.err]).toEqual([code, expect.stringContaining(message)]);
  });

  it('a file without users is a mistake, such as a partial export of the Keycloak console', async () => {
    for (const content of ['', '{"realm":"shop","clients":[]}']) {
      const { code, err } = await run('--from', 'keycloak', written('none.json', content));
      expect([code, err]).toEqual([
        1,
        expect.stringContaining('has no accounts. Expected: an export of one realm'),
      ]);
    }
  });

  it('finds the accounts of one file in the files of a folder too', async () => {
    const { code, err } = await run(
      '--from',
      'keycloak',
      `${new URL('shop', EXPORTS).pathname}/`,
      '--dry-run',
    );
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('0 to create, 5 already exist, 0 to be refused'),
    ]);
  });
});
