import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FirstAdministrator } from '../../src/admin/shell/access/first-administrator.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, post } from '../support/a01.js';
import { newAdmin, type Admin } from '../support/admin-api.js';
import { protectedMember } from '../support/authenticator.js';
import { CommandLine } from '../support/command-line.js';
import { rows } from '../support/database-rows.js';
import { startApp, type TestServer } from '../support/start-app.js';

const SECRET = 'the-secret-of-the-operator';

describe('signing in by the command line', () => {
  let server: TestServer;
  let admin: Admin;
  const cli = new CommandLine();
  beforeAll(async () => {
    server = await startApp();
    admin = await newAdmin(server);
    const client = {
      clientId: 'automation',
      clientSecret: SECRET,
      name: 'Operator',
      clientType: 'confidential' as const,
    };
    const privileged = { isPrivileged: true, ruleset: 'ADMINISTRATION' };
    await server.get(Bootstrap).apply({ clients: [{ ...client, ...privileged }] });
  });
  afterAll(async () => {
    await server.close();
    cli.close();
  });
  const login = (password: string) =>
    cli.run(['login', server.url, '--identifier', admin.email], { input: `${password}\n` });

  it('signs in with a password that is not stored, shows the account, and ends the session on the server at sign-out', async () => {
    expect(await login(admin.password)).toMatchObject({
      code: 0,
      err: `Signed in to ${server.url} as administrator (administrator).\n`,
    });
    expect(readFileSync(cli.profiles, 'utf8')).not.toContain(admin.password);
    const whoami = await cli.run(['whoami', '--json']);
    expect(JSON.parse(whoami.out)).toMatchObject({ accountId: admin.id, role: 'administrator' });
    expect((await cli.run(['logout'])).code).toBe(0);
    expect(await rows(server, 'SELECT FROM admin_session')).toEqual([]);
    expect(await cli.run(['whoami'])).toMatchObject({ code: 3 });
  });

  it('refuses a wrong password, and says no more than the server', async () => {
    const { code, out, err } = await login('wrong');
    expect([code, out]).toEqual([3, '']);
    expect(err).not.toMatch(/unknown|exist|login/i);
  });

  it('asks for a second factor after the password', async () => {
    const protectedAdmin = await newAdmin(server);
    const { app } = await protectedMember(server, protectedAdmin);
    const env = { HEARTH_PASSWORD: protectedAdmin.password };
    const withCode = (code: string) =>
      cli.run(['login', server.url, '--identifier', protectedAdmin.email], { input: `${code}\n`, env });
    const wrong = await withCode(app.wrong());
    expect([wrong.code === 0, wrong.err]).toEqual([false, expect.stringContaining('code')]);
    const signedIn = await withCode(app.next());
    expect(signedIn).toMatchObject({ code: 0, err: expect.stringContaining('Signed in') as unknown });
    const unasked = await withCode('');
    expect([unasked.code, unasked.err]).toEqual([
      2,
      expect.stringContaining('One-time code, or a recovery code'),
    ]);
  });

  it('notices that the session ended on the server', async () => {
    await login(admin.password);
    await rows(server, 'DELETE FROM admin_session');
    const { code, err } = await cli.run(['ruleset', 'list']);
    expect([code, err]).toEqual([3, expect.stringContaining('npm run hearth -- login')]);
    expect((await cli.run(['logout'])).code).toBe(0);
  });

  it('signs in as a client with the ruleset ADMINISTRATION', async () => {
    const signedIn = await cli.run(['login', server.url, '--client-id', 'automation'], { input: SECRET });
    expect(signedIn).toMatchObject({ code: 0, err: expect.stringContaining('as the client') as unknown });
    expect((await cli.run(['whoami'])).out).toBe(
      `server\t${server.url}\nclient\tautomation\nrole\tadministrator\n`,
    );
    server.clock.advance({ days: 1 });
    expect((await cli.run(['ruleset', 'list'])).code).toBe(3);
    expect((await cli.run(['ruleset', 'list'], { env: { HEARTH_CLIENT_SECRET: SECRET } })).code).toBe(0);
  });

  it("ends a client's token on the server at sign-out, with the secret or without", async () => {
    for (const env of [{}, { HEARTH_CLIENT_SECRET: SECRET }] as Record<string, string>[]) {
      await cli.run(['login', server.url, '--client-id', 'automation'], { input: SECRET });
      const [, token] = /"accessToken": "([^"]+)"/.exec(readFileSync(cli.profiles, 'utf8')) ?? [];
      const asToken = { HEARTH_URL: server.url, HEARTH_TOKEN: token };
      expect((await cli.run(['whoami'], { env: asToken })).code).toBe(0);
      expect(await cli.run(['logout'], { env })).toEqual({
        code: 0,
        out: '',
        err: `Signed out of ${server.url}.\n`,
      });
      expect(readFileSync(cli.profiles, 'utf8')).not.toContain(token);
      expect((await cli.run(['whoami'], { env: asToken })).code).toBe(3);
    }
  });

  it('signs in with a token of an account whose role is support', async () => {
    const { id, email, password } = await newAdmin(server, 'support');
    const form = { grant_type: 'password', username: email, password };
    const { body } = await post(server, '/token', form, basic({ id: 'automation', secret: SECRET }));
    const { access_token: token } = body;
    const env = { HEARTH_URL: server.url, HEARTH_TOKEN: token };
    expect((await cli.run(['whoami'], { env })).out).toBe(
      `server\t${server.url}\nclient\tautomation\naccount\t${id}\nrole\tsupport\n`,
    );
    expect((await cli.run(['whoami'], { env: { ...env, HEARTH_TOKEN: 'x' } })).code).toBe(3);
  });
});

describe('hearth admin create', () => {
  it('creates the first administrator of a new server with the printed code, and this administrator signs in', async () => {
    const server = await startApp();
    const cli = new CommandLine({ HEARTH_URL: server.url, HEARTH_PASSWORD: 'a long first word' });
    const code = (await server.get(FirstAdministrator).offer()) ?? '';
    const create = (setupCode: string) =>
      cli.run([
        'admin',
        'create',
        '--setup-code',
        setupCode,
        '--name',
        'Root',
        '--identifier',
        'root@x.example',
      ]);
    expect(await create('guessed')).toMatchObject({
      code: 4,
      err: expect.stringContaining('setup code') as unknown,
    });
    expect((await create(code)).err).toBe(
      `Administrator Root created on ${server.url}. Keep the setup code: it sets up the second factor, too. Sign in with: npm run hearth -- login ${server.url}\n`,
    );
    expect((await create(code)).code).toBe(4);
    expect((await cli.run(['login', '--identifier', 'root@x.example'])).code).toBe(0);
    cli.close();
    await server.close();
  });
});
