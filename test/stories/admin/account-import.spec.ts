import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokensFor } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/** The hash of U*U, a published test vector. */
const HASH = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';

const email = (value: string) => ({ type: 'Email', value, isValidated: true });

describe('importing accounts (D144)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  const send = (...lines: unknown[]) => {
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
    return api.send('POST', '/accounts/import', { body: text });
  };
  const results = async (...lines: unknown[]) => {
    const { status, body } = await send(...lines);
    expect(status).toBe(200);
    return body.items as { line: number; result: string; accountId?: string; message?: string }[];
  };

  it('takes bcrypt hashes as they are, and renews them at the next sign-in', async () => {
    const variants = ['2a', '2b', '2y'].map((version) => ({
      name: `From ${version}`,
      identifiers: [email(`${version}@old.example`)],
      passwordHash: HASH.replace('$2a$', `$${version}$`),
    }));
    expect((await results(...variants)).map(({ result }) => result)).toEqual([
      'created',
      'created',
      'created',
    ]);
    for (const version of ['2a', '2b', '2y'])
      await tokensFor(server, { email: `${version}@old.example`, password: 'U*U' });
    const sql = `SELECT DISTINCT left(password_hash, 7) AS kind FROM account WHERE name LIKE 'From 2_'`;
    expect(await rows(server, sql)).toEqual([{ kind: '$2b$04$' }]);
  });

  it.each([[null], ['']])('an address with issuer %j is not validated by the import', async (issuer) => {
    const [{ accountId: id }] = await results({
      name: 'Ole',
      identifiers: [{ type: 'Email', value: `ole${String(issuer)}@old.example`, issuer }],
    });
    const { body } = await api.send('GET', `/accounts/${String(id)}`);
    expect(body.identifiers).toEqual([expect.objectContaining({ type: 'Email', isValidated: false })]);
  });

  it('without a hash an account is pending; everything else is kept', async () => {
    const line = {
      name: 'Nora',
      identifiers: [
        email('Nora@Old.Example'),
        { type: 'Msisdn', value: '0151 99887766' },
        { type: 'ExternalId', value: '77', issuer: 'https://old.example' },
      ],
      countryCode: 'de',
      locale: 'DE',
    };
    const [{ accountId: id }] = await results(line);
    const { body } = await api.send('GET', `/accounts/${String(id)}`);
    expect(body).toMatchObject({ name: 'Nora', status: 'pending', countryCode: 'DE', locale: 'de' });
    expect(body.identifiers).toEqual([
      expect.objectContaining({ value: 'Nora@Old.Example', isValidated: true }),
      expect.objectContaining({ type: 'Msisdn', isValidated: false }),
      expect.objectContaining({ type: 'ExternalId', issuer: 'https://old.example', isValidated: true }),
    ]);
  });

  it('refuses a line with the field name of 0.1', async () => {
    const identifiers = [{ type: 'Email', value: 'old-name@old.example', validated: true }];
    expect(await results({ name: 'Oda', identifiers })).toEqual([
      { line: 1, result: 'invalid', message: 'identifiers.0.validated is not known here' },
    ]);
  });

  it('finds existing accounts the second time, and changes nothing', async () => {
    const line = { name: 'Twice', identifiers: [email('twice@old.example')] };
    const [first] = await results(line);
    const again = await results(
      { ...line, name: 'Changed' },
      { ...line, identifiers: [...line.identifiers, email('more@old.example')] },
    );
    expect(again).toEqual([
      { line: 1, result: 'exists', accountId: first.accountId },
      {
        line: 2,
        result: 'exists',
        accountId: first.accountId,
        message: expect.stringContaining('not have all'),
      },
    ]);
    expect(await rows(server, `SELECT FROM account WHERE name = 'Changed'`)).toEqual([]);
  });

  it('creates an account that appears twice in one request once; refuses identifiers of two accounts', async () => {
    const line = { name: 'Once', identifiers: [email('once@old.example')] };
    const items = await results(line, '', line, {
      name: 'Both',
      identifiers: [email(ANNA.email), email(BEN.email)],
    });
    expect(items.map(({ line: number, result }) => [number, result])).toEqual([
      [1, 'created'],
      [3, 'exists'],
      [4, 'invalid'],
    ]);
    expect(items[1].accountId).toBe(items[0].accountId);
  });

  it('two equal imports at once create each account once', async () => {
    const lines = Array.from({ length: 50 }, (_, index) => ({
      name: `Race ${index}`,
      identifiers: [email(`race${index}@old.example`)],
    }));
    const answers = await Promise.all([send(...lines), send(...lines)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const found = answers.flatMap(({ body }) => body.items as { result: string }[]);
    expect(found.filter(({ result }) => result === 'created')).toHaveLength(50);
    expect(await rows(server, `SELECT FROM account WHERE name LIKE 'Race %'`)).toHaveLength(50);
  });

  it.each([
    ['no JSON', 'not a JSON object'],
    ['[1]', 'not a JSON object'],
    [{ name: 'X' }, 'identifiers'],
    [{ name: 'X', identifiers: [] }, 'identifiers'],
    [{ name: '', identifiers: [email('x@old.example')] }, 'name'],
    [{ name: 'X', identifiers: [email('no address')] }, 'an e-mail address'],
    [{ name: 'X', identifiers: [{ type: 'Fax', value: '1' }] }, 'type'],
    [{ name: 'X', identifiers: [email('x@old.example')], passwordHash: 'md5' }, 'bcrypt'],
    [{ name: 'X', identifiers: [email('x@old.example')], role: 'administrator' }, 'role is not known'],
    [{ name: 'X', identifiers: [email('x@old.example')], countryCode: 'XX' }, 'countryCode'],
    [{ name: 'a\0b', identifiers: [email('x@old.example')] }, 'NUL'],
    [{ name: 'a\ud800', identifiers: [email('x@old.example')] }, 'surrogate'],
    [`{"name":"X","identifiers":${'[{"a":'.repeat(20_000)}1${'}]'.repeat(20_000)}}`, 'levels'],
    [{ name: 'X', identifiers: [{ type: 'ExternalId', value: '1', issuer: '\u001b[2J' }] }, 'issuer'],
    [{ name: 'X', identifiers: [{ ...email('x@old.example'), issuer: 'https://x' }] }, 'issuer'],
  ])('refuses the line %j and takes the others', async (wrong, message) => {
    const ok = { name: 'Fine', identifiers: [email(`fine${Math.random()}@old.example`)] };
    const items = await results(wrong, ok);
    expect(items.map(({ result }) => result)).toEqual(['invalid', 'created']);
    expect(items[0].message).toContain(message);
  });

  it('takes 1 to 500 lines of NDJSON, after a recent confirmation of the password', async () => {
    const line = { name: 'X', identifiers: [email('x@old.example')] };
    expect((await send(...Array.from({ length: 501 }, () => line))).status).toBe(422);
    expect((await send('')).status).toBe(422);
    expect((await api.send('POST', '/accounts/import', { body: [line] })).status).toBe(422);
    server.clock.advance({ minutes: 6 });
    expect((await send(line)).body).toMatchObject({ type: 'urn:hearth:problem:confirmation-required' });
  });

  it('tells in a dry run what would happen, and writes nothing', async () => {
    await api.send('POST', '/session/confirm', { body: { password: 'a long admin word' } });
    const there = { name: 'There', identifiers: [email('there@dry.example')] };
    await results(there);
    const before = await rows(server, 'SELECT count(*) FROM account');
    const lines = [
      { name: 'New', identifiers: [email('New@dry.example')], isDisabled: true },
      { name: 'Again', identifiers: [email('new@DRY.example'), email('more@dry.example')] },
      there,
      { name: 'X', identifiers: [email('x@dry.example')], isDisabled: 'yes' },
    ].map((line) => JSON.stringify(line));
    const { body } = await api.send('POST', '/accounts/import?dryRun=true', { body: lines.join('\n') });
    expect(body.items).toEqual([
      { line: 1, result: 'created', compared: [JSON.stringify(['new@dry.example', ''])] },
      { line: 2, result: 'exists', message: expect.stringContaining('not have all of these') },
      { line: 3, result: 'exists' },
      { line: 4, result: 'invalid', message: expect.stringContaining('isDisabled') },
    ]);
    expect(await rows(server, 'SELECT count(*) FROM account')).toEqual(before);
  });

  it('makes an account that is disabled from the first moment', async () => {
    const [{ accountId: id }] = await results({
      ...{ name: 'Off', identifiers: [email('off@dry.example')], passwordHash: HASH, isDisabled: true },
    });
    const { body } = await api.send('GET', `/accounts/${String(id)}`);
    expect(body.status).toBe('disabled');
  });

  it('is audited with numbers only', async () => {
    const found = await rows<{ details: object }>(
      server,
      `SELECT details FROM audit_event WHERE action = 'import.made'`,
    );
    expect(found.length).toBeGreaterThan(3);
    expect(JSON.stringify(found)).not.toMatch(/example|\$2/);
    expect(await accountId(server, 'once@old.example')).toMatch(/^\d+$/);
  });
});
