import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, post } from '../support/a01.js';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { CookieBrowser, startWithThirdParties, THIRD_PARTIES } from '../support/authorization.js';
import type { TestServer } from '../support/start-app.js';

describe('resources by the command line', () => {
  let server: TestServer;
  const cli = new CommandLine();
  beforeAll(async () => {
    server = await startWithThirdParties();
    const { email, password } = await newAdmin(server);
    await cli.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
  });
  afterAll(async () => {
    await server.close();
    cli.close();
  });
  const run = (...args: string[]) => cli.run(['resource', ...args]);

  it('creates a resource, shows, changes and deletes it', async () => {
    const named = ['--name', 'Reports', '--identifier', 'https://reports.example/api'];
    const scopes = ['--scope', 'reports:read See your reports', '--default-scope', 'reports:read'];
    const created = await run('create', 'reports', ...named, ...scopes, '--client', CLIENTS.app.id);
    expect(created).toMatchObject({ code: 0, err: 'Resource reports created.\n' });
    expect(await run('update', 'reports', '--token-format', 'jwt', '--access-lifetime', '300')).toMatchObject(
      { code: 0 },
    );
    const got = await run('get', 'reports', '--json');
    expect(JSON.parse(got.out)).toMatchObject({
      scopes: ['reports:read See your reports'],
      clients: [CLIENTS.app.id],
      tokenFormat: 'jwt',
      accessLifetimeSeconds: 300,
    });
    expect((await run('list')).out).toContain('reports\tReports\thttps://reports.example/api\tjwt');
    expect(await run('delete', 'reports', '--yes')).toMatchObject({ code: 0 });
  });

  it('is named in the lists of grants and consents, and where a token is inspected', async () => {
    const { shop } = THIRD_PARTIES;
    const resource = 'https://photos.example';
    const named = ['--name', 'Photos', '--identifier', resource, '--scope', 'photos See them'];
    await run('create', 'photos', ...named, '--client', CLIENTS.app.id, '--client', shop.id);
    const who = { username: ANNA.email, password: ANNA.password };
    const asked = { grant_type: 'password', ...who, resource, scope: 'photos' };
    const { body } = await post(server, '/token', asked, basic(CLIENTS.app));
    const grants = async () => (await cli.run(['grant', 'list', '--client', CLIENTS.app.id])).out;
    expect(await grants()).toMatch(/\tPhotos$/m);
    const inspected = await cli.run(['token', 'inspect'], { input: `${body.access_token}\n` });
    expect(inspected.out).toMatch(/^for\tPhotos$/m);
    await new CookieBrowser(server).connect(ANNA, shop, { resource, scope: 'photos openid' });
    const consents = await cli.run(['account', 'consents', ANNA.email]);
    expect(consents.out).toMatch(/\topenid\t\S+\tPhotos: photos$/m);
    expect(await run('delete', 'photos', '--yes')).toMatchObject({ code: 0 });
    expect(await grants()).toMatch(/\tdeleted$/m);
  });

  it.each([
    [['update', 'reports'], 'No changes given'],
    [['get', 'nobody'], 'There is no resource'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).not.toBe(0);
    expect(err).toContain(message);
  });
});
