import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { accountId, rows } from '../support/database-rows.js';
import { BEN } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';

const KEY = Buffer.alloc(64, 6).toString('base64');

describe('signer keys of Firebase projects by the command line', () => {
  let server: TestServer;
  const cli = new CommandLine();
  beforeAll(async () => {
    server = await startApp();
    const { email, password } = await newAdmin(server);
    await cli.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
  });
  afterAll(async () => {
    await server.close();
    cli.close();
  });
  const run = (args: string[], input = '') => cli.run(['firebase-key', ...args], { input });

  it('adds a key from standard input, lists it, and deletes it once no account needs it', async () => {
    const added = await run(['add', 'my-project'], `${KEY}\n`);
    expect(added).toMatchObject({ code: 0, out: '' });
    const [, id] = /^Firebase key ([0-9a-f]{16}) is kept sealed\. Hashes name it as k=\1\.$/m.exec(
      added.err,
    ) as RegExpExecArray;
    const hash = `$fbscrypt$v=1,n=4,r=8,p=1,ss=Bw==,k=${id}$AAAA$${KEY}`;
    await rows(server, 'UPDATE account SET password_hash = $2 WHERE id = $1 RETURNING 1', [
      await accountId(server, BEN.email),
      hash,
    ]);
    expect((await run(['list'])).out).toMatch(new RegExp(`^${id}\tmy-project\t\\S+\t1$`, 'm'));
    const refused = await run(['delete', id, '--yes']);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('repeat with --even-if-used')]);
    const deleted = await run(['delete', id, '--even-if-used', '--yes']);
    expect(deleted).toEqual({ code: 0, out: '', err: `Firebase key ${id} deleted.\n` });
    expect((await run(['list'])).out).toBe('');
  });

  it('refuses a key that was copied in part without repeating it', async () => {
    const { code, err } = await run(['add', 'my-project'], KEY.slice(8));
    expect([code, err]).toEqual([1, expect.stringContaining('base64 of 64 bytes')]);
    expect(err).not.toContain(KEY.slice(8));
  });
});
