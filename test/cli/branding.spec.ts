import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { CLIENTS } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="16"><rect width="80" height="16" fill="#1b5799"/></svg>';

describe('branding by the command line', () => {
  let server: TestServer;
  const cli = new CommandLine();
  const folder = mkdtempSync(join(tmpdir(), 'branding-'));
  beforeAll(async () => {
    server = await startApp();
    const { email, password } = await newAdmin(server);
    await cli.run(['login', server.url, '--identifier', email], { env: { HEARTH_PASSWORD: password } });
  });
  afterAll(async () => {
    await server.close();
    cli.close();
    rmSync(folder, { recursive: true });
  });
  const signIn = async () => (await fetch(`${server.url}/sign-in`)).text();

  it('makes a draft with a logo, publishes and removes it', async () => {
    const file = join(folder, 'logo.svg');
    writeFileSync(file, LOGO);
    const values = [
      '--name',
      'Smith Cloud',
      '--accent-light',
      '#1b5799',
      '--terms-url',
      'https://s.example/t',
    ];
    expect(await cli.run(['branding', 'update', ...values])).toMatchObject({ code: 0 });
    expect(await cli.run(['branding', 'set-image', 'logo', file])).toMatchObject({ code: 0 });
    const got = await cli.run(['branding', 'get', '--json']);
    expect(JSON.parse(got.out)).toMatchObject({
      live: null,
      draft: { name: 'Smith Cloud', logo: expect.stringMatching(/^[\da-f]{64}$/) },
    });
    expect(await signIn()).not.toContain('Smith Cloud');
    expect(await cli.run(['branding', 'publish'])).toEqual({
      code: 0,
      out: '',
      err: 'Branding published.\n',
    });
    expect(await signIn()).toContain('alt="Smith Cloud"');
    expect(await cli.run(['branding', 'set-image', 'logo', 'none'])).toMatchObject({ code: 0 });
    expect(await cli.run(['branding', 'discard'])).toEqual({ code: 0, out: '', err: 'Draft discarded.\n' });
    expect(await cli.run(['branding', 'remove', '--yes'])).toMatchObject({ code: 0 });
    expect(await signIn()).not.toContain('Smith Cloud');
  });

  it('gives a client a branding of its own', async () => {
    const whose = ['--client', CLIENTS.thirdParty.id];
    await cli.run(['branding', 'update', ...whose, '--name', 'Smith Shop']);
    await cli.run(['branding', 'publish', ...whose]);
    const got = await cli.run(['branding', 'get', '--json']);
    expect(JSON.parse(got.out)).toMatchObject({ live: null, clients: [CLIENTS.thirdParty.id] });
    expect((await cli.run(['branding', 'get', ...whose])).out).toContain('name\tSmith Shop');
  });

  it.each([
    [1, ['update', '--accent-light', '#ffcc00'], '4.5:1'],
    [2, ['update'], 'No changes given'],
    [2, ['set-image', 'photo', 'x.png'], 'photo is not one of logo, logo-dark, icon.'],
    [2, ['set-image', 'icon', '/nowhere/x.png'], 'can’t be read'],
    [5, ['get', '--client', 'nobody'], 'There is no client'],
  ])('ends with %i for %j', async (code, args, said) => {
    const result = await cli.run(['branding', ...args]);
    expect(result.code).toBe(code);
    expect(result.err).toContain(said);
  });
});
