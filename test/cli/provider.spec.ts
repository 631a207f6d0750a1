import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('providers by the command line', () => {
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
  const run = (...args: string[]) => cli.run(['provider', ...args]);

  it('creates a provider, sets its secret, changes and deletes it', async () => {
    const issuer = ['--issuer', 'https://idp.portal.example'];
    const created = await run('create', 'portal', '--name', 'Portal', ...issuer, '--client-id', 'hearth');
    expect(created).toMatchObject({ code: 0 });
    expect(created.err).toContain(`Register ${server.url}/sign-in/provider/portal/callback there.`);
    const secret = await cli.run(['provider', 'set-secret', 'portal'], { input: 'of the portal\n' });
    expect(secret).toMatchObject({ code: 0, err: 'Client secret for portal set.\n' });
    expect(await run('update', 'portal', '--no-enabled', '--scope', 'email')).toMatchObject({ code: 0 });
    const got = await run('get', 'portal', '--json');
    expect(JSON.parse(got.out)).toMatchObject({ isEnabled: false, scopes: ['email'], hasSecret: true });
    expect((await run('list')).out).toContain('portal\tPortal\thttps://idp.portal.example');
    expect(await run('set-secret', 'portal', '--none')).toMatchObject({ code: 0 });
    expect(await run('delete', 'portal', '--yes')).toMatchObject({ code: 0 });
  });

  it.each([
    [['update', 'portal'], 'No changes given'],
    [['get', 'nobody'], 'There is no provider'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).not.toBe(0);
    expect(err).toContain(message);
  });
});
