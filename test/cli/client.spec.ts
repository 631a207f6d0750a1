import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CLIENT_KINDS } from '../../src/oauth/clients/client-kinds.js';
import { basic, post } from '../support/a01.js';
import { newAdmin } from '../support/admin-api.js';
import { CommandLine } from '../support/command-line.js';
import { CLIENTS } from '../support/fixtures.js';
import { startApp, type TestServer } from '../support/start-app.js';

describe('clients by the command line', () => {
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
  const client = (...args: string[]) => cli.run(['client', ...args]);
  const json = async (...args: string[]) =>
    JSON.parse((await client(...args, '--json')).out) as Record<string, unknown>;
  const ping = async (id: string, secret: unknown) =>
    (await post(server, '/api/acc/ping', {}, basic({ id, secret: String(secret) }))).status;

  it('registers a client, uses, changes, disables, enables and deletes it', async () => {
    const address = 'https://books.example/callback';
    const created = await client('create', 'books', '--name', 'Books', '--redirect-url', address);
    const [, secret] = /^secret\t(.+)$/m.exec(created.out) ?? [];
    expect([created.code, await ping('books', secret)]).toEqual([0, 200]);
    expect(created.err).toContain('not shown again');
    expect(await json('get', 'books')).toMatchObject({ profile: 'strict', redirectUrls: [address] });

    await client('update', 'books', '--no-strict', '--access-lifetime', '600', '--ruleset', 'PROVISIONING');
    const changed = { profile: 'interface', accessLifetimeSeconds: 600, ruleset: 'PROVISIONING' };
    expect(await json('get', 'books')).toMatchObject(changed);
    await client('update', 'books', '--access-lifetime', 'none');
    expect((await json('get', 'books')).accessLifetimeSeconds).toBeNull();

    expect((await client('disable', 'books')).err).toBe('Client books disabled.\n');
    expect(await ping('books', secret)).toBe(509);
    await client('enable', 'books');
    expect(await ping('books', secret)).toBe(200);
    expect((await client('delete', 'books', '--yes')).code).toBe(0);
    expect((await client('get', 'books')).code).toBe(5);
  });

  it.each(Object.entries(CLIENT_KINDS))(
    'registers one by its kind: %s',
    async (kind, { defaults, needs, fields }) => {
      const id = `of-kind-${kind}`;
      const args = ['create', id, '--kind', kind, '--name', kind];
      const keys = fields.includes('jwksUrl') ? ['--jwks-url', 'https://kinds.example/jwks.json'] : [];
      const given = needs.includes('redirectUrls')
        ? ['--redirect-url', 'https://kinds.example/callback', ...keys]
        : [];
      if (given.length > 0) {
        const { code, err } = await client(...args);
        expect([code, err]).toEqual([2, expect.stringContaining('--redirect-url must be given')]);
      }
      expect((await client(...args, ...given)).code).toBe(0);
      expect(await json('get', id)).toMatchObject(defaults);
      const other = ['--ruleset', 'ADMINISTRATION', '--no-strict'];
      if (keys.length > 0) other.push('--private-key-jwt');
      await client('create', `${id}-2`, '--kind', kind, '--name', kind, ...given, ...other);
      expect(await json('get', `${id}-2`)).toMatchObject({ ruleset: 'ADMINISTRATION', profile: 'interface' });
    },
  );

  it.each([
    ['--strict', 'yes: the profile strict asks for it'],
    [
      '--no-strict --no-rotate-refresh-token',
      'no: as the interface has it; it is worth nothing without the client’s secret',
    ],
    ['--rotate-refresh-token', 'yes: rotatesRefreshToken is set, so a stolen one is noticed'],
  ])('after %s it says whether refresh tokens rotate, and why', async (option, told) => {
    await client('update', 'family-app', ...option.split(' '));
    expect((await client('get', 'family-app')).out).toContain(`rotates refresh token\t${told}`);
  });

  it('reads keys from a file, and removes them', async () => {
    const file = join(cli.home, 'keys.json');
    const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    writeFileSync(file, JSON.stringify({ keys: [key] }));
    await client('update', 'family-app', '--jwks', file, '--assertion-issuer', 'https://idp.example');
    expect(await json('get', 'family-app')).toMatchObject({ jwks: { keys: [key] } });
    await client('update', 'family-app', '--jwks', 'none', '--assertion-issuer', 'none');
    expect(await json('get', 'family-app')).toMatchObject({ jwks: null, assertionIssuer: null });
  });

  it('registers a client of the profile fapi2 by its keys, without a secret', async () => {
    const file = join(cli.home, 'fapi2-keys.json');
    const key = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' };
    writeFileSync(file, JSON.stringify({ keys: [key] }));
    const record = ['--name', 'Bank', '--redirect-url', 'https://bank.example/cb', '--jwks', file];
    const created = await client('create', 'bank', '--fapi2', ...record);
    expect([created.code, created.err]).toEqual([0, expect.not.stringContaining('Store its secret')]);
    expect(await json('get', 'bank')).toMatchObject({ profile: 'fapi2', secrets: [] });
    const told = 'no: the profile fapi2 forbids it: it is worth nothing without the client’s key';
    expect((await client('get', 'bank')).out).toContain(`rotates refresh token\t${told}`);
    expect((await client('try', 'bank')).err).toContain('There is no command to paste');
    await client('update', 'bank', '--strict', '--private-key-jwt');
    expect(await json('get', 'bank')).toMatchObject({ profile: 'strict', requiresPrivateKeyJwt: true });
    const both = await client('update', 'bank', '--strict', '--fapi2');
    expect([both.code, both.err]).toEqual([
      2,
      expect.stringContaining("cannot be used with option '--strict'"),
    ]);
    await client('delete', 'bank', '--yes');
  });

  it('adds the networks of its servers, and removes them', async () => {
    const networks = ['--server-network', '203.0.113.7', '--server-network', '2001:db8:1::/48'];
    await client('update', 'old-app', ...networks);
    expect((await json('get', 'old-app')).serverNetworks).toEqual(['203.0.113.7', '2001:db8:1::/48']);
    expect((await client('get', 'old-app')).out).toContain('203.0.113.7');
    await client('update', 'old-app', '--server-network', 'none');
    expect((await json('get', 'old-app')).serverNetworks).toEqual([]);
  });

  it('sets which families and accounts a client provisions: own, all, or as its profile says (D158)', async () => {
    for (const [given, kept] of [
      ['own', 'own'],
      ['all', 'all'],
      ['none', null],
    ] as const) {
      expect((await client('update', 'operator', '--provisions', given)).code).toBe(0);
      expect(await json('get', 'operator')).toMatchObject({ provisions: kept });
    }
  });

  it('prints the lines to try a client, and nothing else between them', async () => {
    const { code, out, err } = await client('try', 'shop');
    expect(code).toBe(0);
    const lines = out.split('\n').filter((text) => text !== '');
    expect(lines[0]).toMatch(/^http:.*\/authorize\?response_type=code&client_id=shop&/);
    for (const text of lines.slice(1)) expect(text).toMatch(/^curl /);
    expect(out).toContain('-u shop:SECRET -d grant_type=authorization_code');
    expect(err).toContain('sign in as a user and allow access');
    const json = JSON.parse((await client('try', 'shop', '--json')).out) as { trials: { title: string }[] };
    expect(json.trials[0].title).toBe('With a user’s consent');
  });

  it('changes a secret without downtime', async () => {
    const { secret } = await json('secret', 'add', 'operator');
    expect([await ping('operator', CLIENTS.provisioning.secret), await ping('operator', secret)]).toEqual([
      200, 200,
    ]);
    const [{ id }] = (await json('get', 'operator')).secrets as { id: string }[];
    expect((await client('secret', 'end', 'operator', id, '--yes')).code).toBe(0);
    expect(await ping('operator', CLIENTS.provisioning.secret)).toBe(509);
  });

  it('lists clients by the beginning of a name, in a pipe', async () => {
    const { out } = await client('list', '--query', 'phone');
    expect(out).toBe('phone-app\tPhone app\tWEB\tpublic\tinterface\tno\tno\n');
    expect((await client('list', '--state', 'disabled')).out).toBe('');
  });

  it.each([
    [
      0,
      ['test-redirect', 'shop', 'https://shop.example/callback'],
      'matches\tyes\nreason\tIt is exactly https',
    ],
    [1, ['test-redirect', 'shop', 'https://evil.example/'], 'Different host'],
    [0, ['test-call', 'shop', 'accping'], 'rule\tacc*\nruleset\tWEB'],
    [1, ['test-call', 'shop', 'provsearch'], 'allowed\tno'],
  ])('ends with %i: hearth client %j', async (code, args, text) => {
    const answer = await client(...args);
    expect([answer.code, answer.out]).toEqual([code, expect.stringContaining(text)]);
  });

  it.each([
    [1, ['create', 'x', '--name', 'X', '--redirect-url', '/callback'], '--redirect-url'],
    [1, ['create', 'x', '--name', 'X', '--ruleset', 'NONE'], '--ruleset must be an existing ruleset'],
    [2, ['create', 'x'], "required option '--name <text>'"],
    [2, ['update', 'shop'], 'No changes given'],
    [2, ['update', 'shop', '--jwks', '/nowhere.json'], 'not readable JSON'],
    [2, ['update', 'shop', '--access-lifetime', 'long'], 'whole seconds'],
    [2, ['update', 'shop', '--provisions', 'some'], 'Allowed choices are own, all, none'],
    [6, ['create', 'shop', '--name', 'X'], 'A client shop already exists'],
    [5, ['get', 'nobody'], 'There is no client "nobody"'],
  ])('ends with %i and says why: hearth client %j', async (code, args, message) => {
    const answer = await client(...args);
    expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(message)]);
  });

  it('previews rules', async () => {
    const args = ['ruleset', 'preview', 'PROVISIONING', '--rule', 'prov*', '--rule', 'sysversion'];
    const { out } = await cli.run(args);
    expect(out).toContain('newly allowed\tsysversion');
    expect(out).toContain('newly refused\toauth2revoke\toauth2token');
    expect(out).toMatch(/^clients\t.*operator$/m);
    const { err } = await cli.run([...args, '--rule', 'provserch']);
    expect(err).toContain('These rules match no call: provserch');
  });

  it('imports an export after showing the differences, once', async () => {
    const file = join(cli.home, 'export.json');
    expect((await cli.run(['export', file])).code).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect((await cli.run(['export', file])).err).toContain('already exists');
    const unchanged = await cli.run(['import', file]);
    expect(unchanged).toEqual({ code: 0, out: '', err: 'No differences.\n' });

    const document = JSON.parse(readFileSync(file, 'utf8')) as { rulesets: object[]; clients: object[] };
    document.rulesets.push({ name: 'MOVED', rules: ['acc*'] });
    const moved = { clientId: 'moved', name: 'Moved', ruleset: 'MOVED', clientType: 'public' };
    writeFileSync(file, JSON.stringify({ ...document, clients: [...document.clients, moved] }));
    const shown = await cli.run(['import', file]);
    expect([shown.code, shown.err]).toEqual([2, expect.stringContaining('--yes')]);
    expect(shown.out).toContain(
      '+ ruleset MOVED\n    description: ""\n    rules: ["acc*"]\n+ client moved\n',
    );
    expect((await client('get', 'moved')).code).toBe(5);
    expect((await cli.run(['import', file, '--yes'])).err).toBe('2 changes made.\n');
    expect((await json('get', 'moved')).ruleset).toBe('MOVED');
    writeFileSync(file, JSON.stringify(document));
    const before = await cli.run(['import', '--prune', '--dry-run', file]);
    expect([before.out, before.err]).toEqual(['- client moved\n', '1 change to make.\n']);
  });
});
