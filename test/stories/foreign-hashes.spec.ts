import { createHash, pbkdf2Sync, scryptSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { argon2id } from 'hash-wasm';
import type { Piscina } from 'piscina';
import { PasswordHasher } from '../../src/platform/security/password-hasher.js';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { accountId, rows } from '../support/database-rows.js';
import { BEN, PENDING } from '../support/fixtures.js';
import { from, request } from '../support/http.js';
import { newEmail } from '../support/invitations.js';
import { startApp, type TestServer } from '../support/start-app.js';

const PASSWORD = 'brought-along-1';
const SALT = 'seasalt-and-more';
const plain = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replaceAll('=', '');

/** Hashes as other systems store them, made by code other than the server's. */
const MADE: Readonly<Record<string, () => string | Promise<string>>> = {
  argon2id: () =>
    argon2id({
      ...{ password: PASSWORD, salt: SALT, iterations: 2, memorySize: 256, parallelism: 1, hashLength: 32 },
      outputType: 'encoded',
    }),
  scrypt: () => {
    const digest = scryptSync(PASSWORD, SALT, 32, { N: 1024, r: 8, p: 1 });
    return `$scrypt$ln=10,r=8,p=1$${plain(Buffer.from(SALT))}$${plain(digest)}`;
  },
  PBKDF2: () => {
    const digest = pbkdf2Sync(PASSWORD, SALT, 1000, 32, 'sha256');
    return `pbkdf2_sha256$1000$${SALT}$${digest.toString('base64')}`;
  },
};

describe('accounts with imported password hashes of another system (D256)', () => {
  let server: TestServer;
  let api: AdminApi;
  let address = 0;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '127.0.0.1' });
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());
  afterEach(() => {
    jest.restoreAllMocks();
  });

  const send = async (passwordHash: unknown, email = newEmail()) => {
    const line = {
      name: 'Ada',
      identifiers: [{ type: 'Email', value: email, isValidated: true }],
      passwordHash,
    };
    const { status, body } = await api.send('POST', '/accounts/import', { body: JSON.stringify(line) });
    expect(status).toBe(200);
    return (body.items as { result: string; message?: string }[])[0];
  };
  async function imported(hash: string): Promise<string> {
    const email = newEmail();
    expect(await send(hash, email)).toMatchObject({ result: 'created' });
    return email;
  }
  const signIn = (identifier: string, password: string) =>
    request(server, {
      path: '/api/log2/in',
      form: { identifier, password },
      headers: from(`198.51.100.${(address = (address + 1) % 250)}`), // no throttle of one address
    });
  const hashOf = async (email: string): Promise<string> => {
    const sql = 'SELECT password_hash FROM account WHERE id = $1';
    return (await rows<{ password_hash: string }>(server, sql, [await accountId(server, email)]))[0]
      .password_hash;
  };

  it.each(Object.keys(MADE))('%s: signs in, and is bcrypt after the first time', async (kind) => {
    const hash = await MADE[kind]();
    const email = await imported(hash);
    expect((await signIn(email, `${PASSWORD}.`)).status).toBe(401);
    expect(await hashOf(email)).toBe(hash);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    const renewed = await hashOf(email);
    expect(renewed).toMatch(/^\$2b\$04\$/);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
    expect((await signIn(email, `${PASSWORD}.`)).status).toBe(401);
    expect(await hashOf(email)).toBe(renewed);
  });

  it('two right sign-ins at once: both succeed, and one bcrypt hash is left', async () => {
    const email = await imported(await MADE.argon2id());
    const answers = await Promise.all([signIn(email, PASSWORD), signIn(email, PASSWORD)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await hashOf(email)).toMatch(/^\$2b\$04\$/);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it('a cost above the limits is refused with the limit, and nothing is created', async () => {
    const costly = `$argon2id$v=19$m=1048576,t=3,p=1$${plain(Buffer.from(SALT))}$${plain(Buffer.alloc(32))}`;
    const email = newEmail();
    expect(await send(costly, email)).toEqual({
      line: 1,
      result: 'invalid',
      message: 'passwordHash costs too much: m is 1048576 KiB, and at most 131072 KiB can be taken over',
    });
    expect(await rows(server, 'SELECT FROM account_identifier WHERE normalized = $1', [email])).toEqual([]);
  });

  it.each([
    [createHash('md5').update(PASSWORD).digest('hex')],
    [{ a: 1 }],
    [17],
    ['$argon2id$v=19$m=64'],
    [['$2b$']],
  ])('refuses an unknown hash (%j) by the line', async (hash) => {
    expect(await send(hash)).toMatchObject({
      result: 'invalid',
      message: expect.stringMatching(/^passwordHash is not/),
    });
  });

  it('a refused sign-in always costs the server the same work while such a hash is left, and the usual work when none is (D40)', async () => {
    await rows(
      server,
      `UPDATE account SET password_hash = NULL, status = 'pending' WHERE password_hash NOT LIKE '$2%'`,
    );
    const everybody = async (more: readonly string[]): Promise<string[]> => {
      const work: string[] = [];
      for (const email of [BEN.email, PENDING.email, 'nobody@family.example', ...more]) {
        const run = jest.spyOn(await threadsOf(server), 'run');
        expect((await signIn(email, 'wrong-one')).status).toBe(401);
        work.push(run.mock.calls.map(([task]) => doneBy(task as Task)).join(' and '));
        run.mockRestore();
      }
      return [...new Set(work)];
    };
    expect(await everybody([])).toEqual(['bcrypt']);
    const [email, disabled] = [await imported(await MADE.scrypt()), await imported(await MADE.scrypt())];
    expect(await everybody([email, disabled])).toEqual(['bcrypt, scrypt']);

    await rows(server, `UPDATE account SET status = 'disabled' WHERE id = $1`, [
      await accountId(server, disabled),
    ]);
    const run = jest.spyOn(await threadsOf(server), 'run');
    expect((await signIn(disabled, PASSWORD)).status).toBe(401);
    expect(run.mock.calls.map(([task]) => [doneBy(task as Task), (task as Task).isRefused])).toEqual([
      ['bcrypt, scrypt', true],
    ]);
  });
});

interface Task {
  readonly deciding: { readonly kind: string };
  readonly others: readonly { readonly kind: string }[];
  readonly isRefused: boolean;
}

/** The threads that compare passwords. */
function threadsOf(server: TestServer): Promise<Piscina> {
  return (server.get(PasswordHasher) as unknown as { threads: () => Promise<Piscina> }).threads();
}

/** The work of a refusal, in any order. */
function doneBy({ deciding, others }: Task): string {
  return [deciding, ...others]
    .map(({ kind }) => kind)
    .sort()
    .join(', ');
}
