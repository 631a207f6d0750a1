import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { count, rows } from '../support/database-rows.js';
import { request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const EXPORTS = new URL('../support/exports/', import.meta.url);
/** Of the example that Firebase publishes. */
const KIM = { email: 'kim@shop.example', password: 'user1password' };

describe('moving in from Firebase by the command line (D407, D413)', () => {
  let server: TestServer;
  const cli = new CommandLine();
  const exported = (name: string): string => {
    const file = join(cli.home, name);
    copyFileSync(new URL(name, EXPORTS), file);
    return file;
  };
  const [users, hashConfig] = [exported('firebase-users.json'), exported('firebase-hash-config.txt')];
  const [, signerKey] = /base64_signer_key: ([^,]+),/.exec(
    readFileSync(hashConfig, 'utf8'),
  ) as RegExpExecArray;
  beforeAll(async () => {
    server = await startApp();
    const { email, password } = await newAdmin(server);
    await cli.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
  });
  afterAll(async () => {
    await server.close();
    cli.close();
  });
  const run = (...more: string[]) =>
    cli.run(['import', 'accounts', '--from', 'firebase', users, '--hash-config', hashConfig, ...more]);
  const signIn = async (password: string): Promise<number> =>
    (await request(server, { path: '/api/log2/in', form: { identifier: KIM.email, password } })).status;

  it('without the project’s key on the server, says to add it, and imports nobody', async () => {
    const before = await count(server, 'account');
    await cli.run(['firebase-key', 'add', 'another'], { input: Buffer.alloc(64, 7).toString('base64') });
    for (const args of [['--dry-run'], []]) {
      const { code, err } = await run(...args);
      expect([code, err]).toEqual([
        1,
        `This server does not have the signer key in ${hashConfig}, without which no password can be compared. Add it first, then repeat this command: npm run hearth -- firebase-key add PROJECT\n`,
      ]);
    }
    expect(await count(server, 'account')).toBe(before);
    expect(existsSync(`${users}.rejected.ndjson`)).toBe(false);
  });

  it('with the key, a dry run tells everything; then people sign in with their passwords', async () => {
    const added = await cli.run(['firebase-key', 'add', 'shop'], { input: `${signerKey}\n` });
    expect([added.code, added.err]).toEqual([0, expect.stringMatching(/^Firebase key [0-9a-f]{16} is kept/)]);
    const before = await count(server, 'account');
    const dry = await run('--dry-run');
    expect([dry.code, dry.err.split('\n')]).toEqual([
      0,
      [
        'Dry run, nothing was written: 3 to create, 0 already exist, 0 to be refused.',
        'Password hashes: 1 fbscrypt.',
        'Without a password, pending until invited: 2.',
        'Disabled: 1.',
        'Left out (accounts):',
        expect.stringMatching(/^ {2}1 {2}custom claims/),
        expect.stringMatching(/^ {2}1 {2}links to Google/),
        expect.stringMatching(/^ {2}1 {2}photoUrl/),
        expect.stringMatching(/^ {2}1 {2}anonymous users/),
        expect.stringMatching(/^ {2}2 {2}users without a password/),
        expect.stringMatching(/^ {2}3 {2}localId/),
        '',
      ],
    ]);
    expect(await count(server, 'account')).toBe(before);
    const imported = await run();
    expect([imported.code, imported.err]).toEqual([
      0,
      expect.stringMatching(/^3 created, 0 already existed/),
    ]);
    const hash = `SELECT a.password_hash FROM account a JOIN account_identifier i ON i.account_id = a.id WHERE i.value = $1`;
    const [{ password_hash: kept }] = await rows<{ password_hash: string }>(server, hash, [KIM.email]);
    expect(kept).toMatch(/^\$fbscrypt\$v=1,n=14,r=8,p=1,ss=Bw==,k=[0-9a-f]{16}\$/);
    expect(kept).not.toContain(signerKey);
    expect([await signIn('user2password'), await signIn(KIM.password)]).toEqual([401, 200]);
    expect((await cli.run(['firebase-key', 'list'])).out).toMatch(/\tshop\t\S+\t0\n/); // her hash is bcrypt now
    expect((await run()).err).toMatch(/^0 created, 3 already existed, 0 refused/);
  });

  it('needs all of the hash parameters, and repeats no part of the key', async () => {
    writeFileSync(hashConfig, readFileSync(hashConfig, 'utf8').replace(/.*base64_signer_key.*\n/, ''));
    const { code, err } = await run('--dry-run');
    expect([code, err]).toEqual([1, expect.stringContaining('lacks base64_signer_key: copy all of')]);
    expect(err).not.toContain(signerKey.slice(0, 20));
  });
});
