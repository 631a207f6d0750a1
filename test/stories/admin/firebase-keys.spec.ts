import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { accountId, rows } from '../../support/database-rows.js';
import { recordedAs } from '../../support/elsewhere.js';
import { request } from '../../support/http.js';
import { newEmail } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const ANY = '*';
const PASSWORD = 'user1password';
/** The example of Firebase's own implementation: github.com/firebase/scrypt. */
const PUBLISHED = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  salt: '42xEC+ixf3L2lw==',
  hash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
};

/** As Firebase makes it, by code other than the server's; with lower costs. */
function hashBy(signerKey: string): { salt: string; hash: string } {
  const salt = randomBytes(10);
  const key = scryptSync(PASSWORD, Buffer.concat([salt, Buffer.from([7])]), 64, { N: 16, r: 8, p: 1 });
  const cipher = createCipheriv('aes-256-ctr', key.subarray(0, 32), Buffer.alloc(16));
  const hash = Buffer.concat([cipher.update(Buffer.from(signerKey, 'base64')), cipher.final()]);
  return { salt: salt.toString('base64'), hash: hash.toString('base64') };
}
const written = (id: string, { salt, hash }: { salt: string; hash: string }, n = 4): string =>
  `$fbscrypt$v=1,n=${n},r=8,p=1,ss=Bw==,k=${id}$${salt}$${hash}`;
const newKey = (): string => randomBytes(64).toString('base64');

describe('signer keys of Firebase projects (D407)', () => {
  let server: TestServer;
  let api: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    api = await AdminApi.signIn(server, await newAdmin(server));
  });
  afterAll(() => server.close());

  const add = (signerKey: string, label = 'my-project') =>
    api.send('POST', '/firebase-keys', { body: { label, signerKey } });
  const added = async (signerKey: string): Promise<string> => String((await add(signerKey)).body.id);
  const remove = (id: string, query = '') =>
    api.send('DELETE', `/firebase-keys/${id}${query}`, { ifMatch: ANY });
  const send = async (passwordHash: string, email = newEmail()) => {
    const identifiers = [{ type: 'Email', value: email, isValidated: true }];
    const line = JSON.stringify({ name: 'Ada', identifiers, passwordHash });
    const { body } = await api.send('POST', '/accounts/import', { body: line });
    return (body.items as { result: string; message?: string }[])[0];
  };
  async function imported(hash: string): Promise<string> {
    const email = newEmail();
    expect(await send(hash, email)).toMatchObject({ result: 'created' });
    return email;
  }
  const signIn = async (identifier: string, password = PASSWORD): Promise<number> =>
    (await request(server, { path: '/api/log2/in', form: { identifier, password } })).status;
  const hashOf = async (email: string): Promise<string> => {
    const id = await accountId(server, email);
    const sql = 'SELECT password_hash FROM account WHERE id = $1';
    return (await rows<{ password_hash: string }>(server, sql, [id]))[0].password_hash;
  };

  it("Firebase's published example signs in with its password only, and is bcrypt from then on", async () => {
    const hash = written(await added(PUBLISHED.signerKey), PUBLISHED, 14);
    const email = await imported(hash);
    expect(await signIn(email, 'user2password')).toBe(401);
    expect(await hashOf(email)).toBe(hash);
    expect(await signIn(email)).toBe(200);
    expect(await hashOf(email)).toMatch(/^\$2b\$04\$/);
    expect(await signIn(email)).toBe(200);
    expect(await signIn(email, 'user2password')).toBe(401);
  });

  it('is the same key with the same id when it comes again, and keeps its first label', async () => {
    const key = newKey();
    const first = await add(key, 'shop');
    expect(first).toMatchObject({ status: 201, body: { label: 'shop', accounts: 0 } });
    const again = await add(key, 'another name');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(await added(newKey())).not.toBe(first.body.id);
    const recorded = await recordedAs(server, 'firebase_key.added');
    expect(recorded.filter(({ details }) => details.label === 'shop')).toHaveLength(1);
    expect(recorded.filter(({ details }) => details.label === 'another name')).toEqual([]);
  });

  it('is kept sealed: neither the database nor an answer, an event or the log has it', async () => {
    const key = newKey();
    const { body, text } = await add(key);
    const id = String(body.id);
    const answers = [text, (await api.send('GET', '/firebase-keys')).text];
    answers.push((await api.send('GET', `/firebase-keys/${id}`)).text);
    const [{ stored }] = await rows<{ stored: string }>(
      server,
      `SELECT encode(signer_key, 'hex') AS stored FROM firebase_key WHERE id = $1`,
      [id],
    );
    expect(stored).not.toContain(Buffer.from(key, 'base64').toString('hex'));
    const events = JSON.stringify(await rows(server, 'SELECT * FROM audit_event'));
    for (const place of [...answers, events, JSON.stringify(server.log)]) expect(place).not.toContain(key);
    expect(answers[1]).toContain(id);
    expect(body).toEqual({ id, label: 'my-project', createdAt: expect.any(String), accounts: 0 });
  });

  it('is refused while hashes of accounts need it; with evenIfUsed their users set a new password', async () => {
    const key = newKey();
    const id = await added(key);
    const [early, late] = [
      await imported(written(id, hashBy(key))),
      await imported(written(id, hashBy(key))),
    ];
    const listed = async () => (await api.send('GET', `/firebase-keys/${id}`)).body.accounts;
    expect(await listed()).toBe(2);
    expect(await signIn(early)).toBe(200);
    expect(await listed()).toBe(1);
    const refused = await remove(id);
    expect([refused.status, refused.body.detail]).toEqual([
      409,
      expect.stringMatching(/^1 accounts have a password hash that needs this key/),
    ]);
    expect((await api.send('DELETE', `/firebase-keys/${id}`)).status).toBe(428);
    expect((await remove(id, '?evenIfUsed=perhaps')).status).toBe(422);
    expect((await remove(id, '?evenIfUsed=true')).status).toBe(204);
    expect((await remove(id)).status).toBe(404);
    expect(await signIn(late)).toBe(401);
    expect(await signIn(early)).toBe(200);
    expect(await recordedAs(server, 'firebase_key.deleted')).toContainEqual(
      expect.objectContaining({ details: { label: 'my-project', accounts: 1 } }),
    );
    await add(key);
    expect(await signIn(late)).toBe(200);
    expect((await remove(id)).status).toBe(204);
  });

  it('is missing: the import refuses the line and says the command, as a bootstrap file does', async () => {
    const key = newKey();
    const hash = written('00000000deadbeef', hashBy(key));
    const message =
      'names the Firebase signer key 00000000deadbeef, which this server does not have: add it with "hearth firebase-key add"';
    const email = newEmail();
    expect(await send(hash, email)).toEqual({
      ...{ line: 1, result: 'invalid', message: `passwordHash ${message}` },
    });
    const identifiers = [{ type: 'Email' as const, value: email, isValidated: true }];
    const starting = server
      .get(Bootstrap)
      .apply({ accounts: [{ name: 'Ada', identifiers, passwordHash: hash }] });
    await expect(starting).rejects.toThrow(`BOOTSTRAP_FILE: passwordHash of "${email}" ${message}`);
    const known = written(await added(key), hashBy(key));
    await server.get(Bootstrap).apply({ accounts: [{ name: 'Ada', identifiers, passwordHash: known }] });
    expect(await signIn(email)).toBe(200);
    expect(await send(hash, email)).toMatchObject({ result: 'exists' });
  });

  it('can’t be opened any more: no password matches, and nothing fails', async () => {
    const key = newKey();
    const id = await added(key);
    const email = await imported(written(id, hashBy(key)));
    await rows(
      server,
      `UPDATE firebase_key SET signer_key = signer_key || '\\x00' WHERE id = $1 RETURNING 1`,
      [id],
    );
    expect(await signIn(email)).toBe(401);
  });

  it.each([
    ['a key that was copied in part', { signerKey: newKey().slice(4) }, /base64 of 64 bytes/],
    ['a key that is no base64', { signerKey: `${newKey().slice(4)}====!` }, /base64 of 64 bytes/],
    ['no text', { signerKey: 70_707_707 }, /base64 of 64 bytes/],
    ['no label', { label: '' }, /label must have 1 to 100 characters/],
    ['a label that can’t be read', { label: '\u202e' }, /label must be visible/],
  ])('refuses %s', async (_what, change, message) => {
    const body = { label: 'my-project', signerKey: newKey(), ...change };
    const { status, text } = await api.send('POST', '/firebase-keys', { body });
    expect([status, text]).toEqual([422, expect.stringMatching(message)]);
    expect(text).not.toContain(String(body.signerKey));
  });

  it('are closed to the role support', async () => {
    const support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
    const body = { label: 'my-project', signerKey: newKey() };
    const answers = [
      await support.send('GET', '/firebase-keys'),
      await support.send('POST', '/firebase-keys', { body }),
      await support.send('DELETE', '/firebase-keys/00000000deadbeef', { ifMatch: ANY }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
  });
});
