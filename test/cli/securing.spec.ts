import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { newAdmin } from '../support/admin-api.js';
import { CookieBrowser } from '../support/authorization.js';
import { CommandLine } from '../support/command-line.js';
import { accountId, rows } from '../support/database-rows.js';
import { newMember, NEXT_PASSWORD } from '../support/forgotten-password.js';
import { startApp, type TestServer } from '../support/start-app.js';

const OPS = { id: 'ops', secret: 'the-secret-of-the-operator' };

describe('compromised account, by the command line', () => {
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
  const json = async (...args: string[]): Promise<Record<string, unknown>> =>
    JSON.parse((await cli.run([...args, '--json'])).out) as Record<string, unknown>;
  const linkIn = (out: string): string => /\/reset\/[\w-]+/.exec(out)?.[0] ?? '';

  it('puts it on hold, and secures it with a link to an address', async () => {
    const { email, id } = await newMember(server);
    const held = await cli.run(['account', 'hold', email]);
    expect([held.code, held.err]).toEqual([0, expect.stringMatching(/^On hold until .+ at the latest\.\n$/)]);
    expect((await cli.run(['account', 'get', id])).out).toContain('on hold until');
    expect((await cli.run(['account', 'hold', id])).code).toBe(6);
    const codes = async (...args: string[]) => (await cli.run(['account', 'secure', id, ...args])).code;
    expect(await codes()).toBe(2);
    expect(await codes('--to', email, '--link')).toBe(2);
    expect(await codes('--to', 'a@other.example')).toBe(5);
    expect(await codes('--link')).toBe(6);
    const secured = await cli.run(['account', 'secure', id, '--to', email, '--grants', '--recovery']);
    expect([secured.code, secured.out, secured.err]).toEqual([
      0,
      '',
      expect.stringContaining(`Secured. A link is queued for ${email[0]}…@`),
    ]);
    expect(await json('account', 'get', id)).toMatchObject({ status: 'disabled' });
  });

  it('secures it with a link that is handed over, if it only has a login', async () => {
    const { email, id } = await newMember(server);
    const login = `cli-${id}`;
    await cli.run(['account', 'hold', id]);
    expect((await cli.run(['account', 'add-identifier', id, '--login', login])).code).toBe(0);
    expect((await cli.run(['account', 'remove-identifier', id, email])).code).toBe(0);
    const first = linkIn((await cli.run(['account', 'secure', login, '--link'])).out);
    const again = await json('account', 'secure', login, '--link');
    const second = linkIn((again.message as { text: string }).text);
    const ask = async (path: string) => (await new CookieBrowser(server).get(path)).status;
    expect([await ask(first), await ask(second)]).toEqual([410, 200]);
  });

  it("secures the last administrator's account, by a client from the bootstrap file", async () => {
    const login = 'last-one';
    const { password } = await newAdmin(server);
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...{ clientId: OPS.id, clientSecret: OPS.secret, name: 'Operator', ruleset: 'ADMINISTRATION' },
          ...{ clientType: 'confidential', isPrivileged: true },
        },
      ],
      accounts: [{ name: 'Ada', identifiers: [{ type: 'Login', value: login }], password }],
    });
    const id = await accountId(server, login);
    await rows(server, `UPDATE account SET role = CASE id WHEN $1 THEN 'administrator' END RETURNING 1`, [
      id,
    ]);
    const env = {
      HEARTH_URL: server.url,
      ...{ HEARTH_CLIENT_ID: OPS.id, HEARTH_CLIENT_SECRET: OPS.secret },
    };
    const here = new CommandLine(env);
    expect((await here.run(['account', 'hold', login])).code).toBe(6);
    const { code, out } = await here.run(['account', 'secure', login, '--link']);
    here.close();
    const { status } = await new CookieBrowser(server).post(linkIn(out), { password: NEXT_PASSWORD });
    expect([code, status]).toEqual([0, 303]);
    const alone = await new CommandLine().run(['login', server.url, '--identifier', login], {
      env: { HEARTH_PASSWORD: NEXT_PASSWORD },
    });
    expect(alone.code).toBe(0);
  });
});
