import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { COLUMNS } from './csv.js';
import type { Found, GivenOptions } from './source.js';
import { sourceNamed, IMPORT_SOURCES, type SourceName } from './sources.js';

const exported = (name: string): string =>
  fileURLToPath(new URL(`../../../test/support/exports/${name}`, import.meta.url));
const FIREBASE = { hashConfig: exported('firebase-hash-config.txt') };
/** A real export of each system that `--from` names, but for Hearth's own lines. */
const EXPORTS: Readonly<Record<Exclude<SourceName, 'lines'>, readonly [file: string, given: GivenOptions]>> =
  {
    keycloak: [exported('shop-realm.json'), {}],
    auth0: [exported('auth0-users.json'), { hashes: exported('auth0-hashes.json') }],
    firebase: [exported('firebase-users.json'), FIREBASE],
    csv: [exported('users.csv'), {}],
  };
const NAMES = Object.keys(EXPORTS) as (keyof typeof EXPORTS)[];

async function all(name: SourceName, file: string, given: GivenOptions = {}): Promise<Found[]> {
  const found: Found[] = [];
  for await (const each of sourceNamed(name).read(file, given)) found.push(each);
  return found;
}

async function accounts(
  name: keyof typeof EXPORTS,
  more: GivenOptions = {},
): Promise<Record<string, unknown>[]> {
  const [file, given] = EXPORTS[name];
  const found = await all(name, file, { ...given, ...more });
  return found.flatMap(({ text }) => (text === null ? [] : [JSON.parse(text) as Record<string, unknown>]));
}

describe('the systems that accounts are imported from', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-imports-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const written = (content: string | Uint8Array): string => {
    const file = join(folder, 'export');
    writeFileSync(file, content);
    return file;
  };

  it.each(NAMES)('%s: its export here has everything that does not come along', async (name) => {
    const [file, given] = EXPORTS[name];
    const left = (await all(name, file, given)).flatMap((found) => found.left);
    expect([...new Set(left)].sort()).toEqual(Object.keys(IMPORT_SOURCES[name].left).sort());
  });

  it.each(NAMES)('%s: its page names everything that does not come along, and its options', (name) => {
    const { page, left, options } = sourceNamed(name);
    const text = readFileSync(new URL(`../../../docs/start/${page}`, import.meta.url), 'utf8');
    for (const each of Object.values(left)) expect(text).toContain(each.split(':')[0]);
    for (const { flags } of Object.values(options)) expect(text).toContain(flags.split(' ')[0]);
    expect(text).toContain(`--from ${name}`);
  });

  it('csv: its page explains every column', () => {
    const text = readFileSync(new URL('../../../docs/start/from-csv.md', import.meta.url), 'utf8');
    for (const [column, meaning] of Object.entries(COLUMNS))
      expect(text).toContain(`| \`${column}\` | ${meaning} |`);
  });

  it('keycloak: takes names, addresses, a verified number, language, and whether it is disabled', async () => {
    const [ada, bob, cleo, dan] = await accounts('keycloak');
    expect(ada).toEqual({
      name: 'Ada Lovelace',
      identifiers: [
        { type: 'Email', value: 'ada@shop.example', isValidated: true },
        { type: 'Login', value: 'ada' },
        { type: 'Msisdn', value: '+49 30 901820', isValidated: true },
      ],
      passwordHash: expect.stringMatching(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$[^$=]{22}\$[^$=]{43}$/),
      locale: 'de',
    });
    expect(bob.identifiers).toEqual([
      { type: 'Email', value: 'bob@shop.example', isValidated: false },
      { type: 'Login', value: 'bob' },
    ]);
    expect(bob.passwordHash).toMatch(/^\$pbkdf2-sha512\$i=210000\$/);
    expect(cleo).toMatchObject({
      identifiers: [{ type: 'Email', value: 'cleo@shop.example', isValidated: true }],
      passwordHash: expect.stringMatching(/^\$pbkdf2-sha256\$i=27500\$/),
      isDisabled: true,
    });
    expect([dan.name, dan.passwordHash]).toEqual(['dan', undefined]);
  });

  it('keycloak: keeps ids and links of users under their issuers', async () => {
    const more = { idsOf: 'https://old.example/realms/shop', link: ['google=https://accounts.google.com'] };
    const dan = (await accounts('keycloak', more))[3];
    expect(dan.identifiers).toEqual(
      expect.arrayContaining([
        { type: 'ExternalId', value: '7f3c1d9e-2b4a-4c6d-8e1f-000000000004', issuer: more.idsOf },
        { type: 'ExternalId', value: '117203945678120034567', issuer: 'https://accounts.google.com' },
      ]),
    );
    const given = { link: 'google' };
    await expect(all('keycloak', exported('shop-realm.json'), given)).rejects.toThrow('PROVIDER=ISSUER');
  });

  it('keycloak: refuses a hash of an unknown algorithm, and tells whose', async () => {
    const found = await all('keycloak', exported('shop-realm.json'));
    expect(found.filter(({ refusal }) => refusal !== undefined)).toEqual([
      expect.objectContaining({ place: { user: 6 }, refusal: expect.stringContaining('"house-special"') }),
    ]);
    expect(found.at(-1)).toEqual({ place: { user: 8 }, text: null, left: ['serviceAccounts'] });
  });

  it('keycloak: reads the files of a folder in their order, of one realm', async () => {
    const found = await all('keycloak', exported('shop'));
    expect(found.map(({ place }) => place)).toEqual([
      ...[1, 2, 3].map((user) => ({ file: 'shop-users-0.json', user })),
      ...[1, 2].map((user) => ({ file: 'shop-users-1.json', user })),
    ]);
    const other = mkdtempSync(join(folder, 'realms-'));
    await expect(all('keycloak', other)).rejects.toThrow('has no files of an export');
    for (const name of ['a-realm.json', 'b-realm.json']) writeFileSync(join(other, name), '{}');
    await expect(all('keycloak', other)).rejects.toThrow('several realms: a, b');
  });

  it('auth0: joins users and hashes by their ids', async () => {
    const [gil, hal, ida, jon, sms] = await accounts('auth0');
    expect(gil).toMatchObject({ name: 'Gil Blas', passwordHash: expect.stringMatching(/^\$2b\$10\$/) });
    expect(hal).toMatchObject({
      name: 'hal',
      identifiers: [
        { type: 'Email', value: 'hal@shop.example', isValidated: false },
        { type: 'Login', value: 'hal9000' },
      ],
      isDisabled: true,
    });
    expect([ida.passwordHash, jon.passwordHash, jon.name]).toEqual([undefined, undefined, 'Jon Snow']);
    expect(sms.identifiers).toEqual([{ type: 'Msisdn', value: '+493090182055', isValidated: true }]);
    expect(await all('auth0', exported('auth0-users.json'))).toHaveLength(5);
  });

  it('auth0: names the line of a file that is damaged or mixed up', async () => {
    const [users, hashes] = [exported('auth0-users.json'), exported('auth0-hashes.json')];
    await expect(all('auth0', users, { hashes: users })).rejects.toThrow(/^Line 1 of .* is no password hash/);
    const cut = written(readFileSync(users).subarray(0, 700));
    await expect(all('auth0', cut, { hashes })).rejects.toThrow('Line 2 of');
  });

  it('firebase: writes hashes that name the signer key of the project', async () => {
    const [kim, lea, phone] = await accounts('firebase');
    // The hash, the salt and the parameters are those of the vector that Firebase publishes for its scrypt.
    expect(kim).toEqual({
      name: 'Kim Possible',
      identifiers: [{ type: 'Email', value: 'kim@shop.example', isValidated: true }],
      passwordHash:
        '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,k=e24649fb818b90ab$42xEC+ixf3L2lw==$lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    });
    expect(lea).toEqual({
      name: 'Lea',
      identifiers: [{ type: 'Email', value: 'lea@shop.example', isValidated: false }],
    });
    expect(phone).toMatchObject({
      identifiers: [{ type: 'Msisdn', value: '+493090182066', isValidated: true }],
      isDisabled: true,
    });
  });

  it('firebase: says what a file of hash parameters lacks', async () => {
    const hashConfig = written('hash_config { algorithm: SCRYPT, rounds: 8 }');
    const given = { ...FIREBASE, hashConfig };
    await expect(all('firebase', EXPORTS.firebase[0], given)).rejects.toThrow(
      'lacks base64_signer_key, base64_salt_separator, mem_cost',
    );
  });

  it('csv: a login with an @ is the address, or another that was not confirmed', async () => {
    const rows = 'email,emailIsValidated,login\na@b.example,true,A@b.example\na@b.example,true,c@b.example\n';
    const found = await all('csv', written(rows));
    const [same, another] = found.map(({ text }) => JSON.parse(text as string) as Record<string, unknown>);
    const email = { type: 'Email', value: 'a@b.example', isValidated: true };
    expect(same.identifiers).toEqual([email]);
    expect(another.identifiers).toEqual([email, { type: 'Email', value: 'c@b.example', isValidated: false }]);
  });

  it('csv: reads quotes, empty cells and flags, by any common separator', async () => {
    const [moe, ned] = await accounts('csv', { idsOf: 'https://old.example' });
    expect(moe).toMatchObject({
      name: 'Moe, the first',
      identifiers: [
        { type: 'Email', value: 'moe@shop.example', isValidated: true },
        { type: 'Login', value: 'moe' },
        { type: 'Msisdn', value: '030 901822', isValidated: true },
        { type: 'ExternalId', value: '42', issuer: 'https://old.example' },
      ],
      countryCode: 'DE',
    });
    expect(ned).toMatchObject({ name: 'ned', isDisabled: true });
    const [semicolons] = await all('csv', written('\ufeffemail;name\r\n"a@b.example";"Ann; the second"\r\n'));
    expect(JSON.parse(semicolons.text as string)).toMatchObject({ name: 'Ann; the second' });
  });

  it.each([
    ['name\nAnn\n', 'none of the columns email, phone, login and id'],
    ['email,email\na@b.example,c\n', 'the column email twice'],
    ['email,name\na@b.example\n', 'Invalid Record Length'],
    ['email,name\n"a@b.example,Ann\n', 'Quote Not Closed'],
    ['', 'is empty'],
    [`email,name\na@b.example,${'x'.repeat(200_001)}\n`, 'Max Record Size'],
  ])('csv: refuses %j', async (content, message) => {
    await expect(all('csv', written(content))).rejects.toThrow(message);
  });

  it('csv: refuses a row whose flag is neither true nor false', async () => {
    const [found] = await all('csv', written('email,isDisabled\na@b.example,perhaps\n'));
    expect(found).toMatchObject({ place: { line: 2 }, refusal: 'isDisabled must be true or false' });
  });

  it.each([
    ['it ends early', '{"realm":"shop","users":[{"username":"a"},{"usern', 'is no JSON, after 1 users'],
    ['it is something else', 'username,email\n', 'unexpected character at position 0'],
    ['something is behind it', '{"users":[]}{"users":[]}', 'is not whole'],
    ['it is UTF-16', Buffer.from('\ufeff{"users":[]}', 'utf16le'), 'is not UTF-8'],
    ['it is Latin-1', Buffer.from('{"users":[{"username":"Jos\u00e9"}]}', 'latin1'), 'is not UTF-8'],
    ['it is compressed', Buffer.from([0x1f, 0x8b, 8, 0]), 'gunzip'],
  ])('tells what is wrong with a file of JSON: %s', async (_, content, message) => {
    await expect(all('keycloak', written(content))).rejects.toThrow(message);
  });

  it('shows nothing of a damaged file, which may be a password', async () => {
    const file = written('{"users":[{"username":"a","x":"secret-1" "secret-2"}]}');
    await expect(all('keycloak', file)).rejects.toThrow(/^(?!.*secret).*is not whole/);
  });

  it('reads a file with a byte order mark, and JSON that is split anywhere', async () => {
    const users = Array.from({ length: 5000 }, (_, index) => ({
      username: `ü${index}`,
      email: `u${index}@b.example`,
    }));
    const found = await all('keycloak', written(`\ufeff${JSON.stringify({ realm: 'shop', users })}`));
    expect(found.map(({ text }) => (JSON.parse(text as string) as { name: string }).name)).toEqual(
      users.map(({ username }) => username),
    );
  });

  it('ends at a file without line ends, before it is all in memory', async () => {
    await expect(all('lines', written('x'.repeat(1_500_000)))).rejects.toThrow('Line 1 of');
  });

  it('tells a folder from a file', async () => {
    await expect(all('lines', folder)).rejects.toThrow('is a folder');
    await expect(all('csv', join(folder, 'nowhere'))).rejects.toThrow('File not found');
  });
});
