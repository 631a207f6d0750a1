import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../support/command-line.js';
import { freePort } from '../support/free-port.js';
import { ScriptedServer, type Asked, type Reply } from '../support/scripted-server.js';

const RULESET = { name: 'WEB', description: 'Web', rules: ['acc*'], isShipped: true, clients: 2 };
const problem = (status: number, kind: string, more: object = {}): Reply => ({
  status,
  headers: { 'Content-Type': 'application/problem+json' },
  body: { type: `urn:hearth:problem:${kind}`, title: 'A title', status, detail: 'What is wrong.', ...more },
});

describe('the command line and a server that', () => {
  let server: ScriptedServer;
  let reply: (asked: Asked) => Reply;
  let cli: CommandLine;
  beforeEach(async () => {
    server = await ScriptedServer.start((asked) => reply(asked));
    cli = new CommandLine();
  });
  afterEach(async () => {
    await server.close();
    cli.close();
  });
  const asToken = () => ({ HEARTH_URL: server.url, HEARTH_TOKEN: 'the-token' });
  const run = (args: string[], input?: string) => cli.run(args, { env: asToken(), input });

  it.each([
    [401, 'not-signed-in', 3, 'Sign in with: npm run hearth -- login'],
    [403, 'forbidden', 4, 'A title: What is wrong.'],
    [403, 'confirmation-required', 4, 'A title: What is wrong.'],
    [404, 'not-found', 5, 'A title: What is wrong.'],
    [409, 'conflict', 6, 'A title: What is wrong.'],
    [412, 'precondition-failed', 6, 'Someone has changed it in the meantime.'],
    [422, 'invalid', 1, 'A title: What is wrong.'],
    [429, 'too-many-attempts', 1, 'A title: What is wrong.'],
    [503, 'unavailable', 7, 'A title: What is wrong.'],
    [500, 'unexpected', 1, 'A title: What is wrong.'],
  ])('answers %i %s: one message on stderr, exit code %3$i', async (status, kind, code, message) => {
    reply = () => problem(status, kind);
    const result = await run(['ruleset', 'get', 'WEB']);
    expect(result).toMatchObject({ code, out: '' });
    expect(result.err).toContain(message);
  });

  it('refuses fields: the output names each', async () => {
    const errors = [{ field: 'rules', message: 'has a rule that is no call' }];
    reply = () => problem(422, 'invalid', { errors });
    const { err } = await run(['ruleset', 'create', 'ONE', '--rule', 'zz*']);
    expect(err).toBe('A title\n  rules has a rule that is no call\n');
  });

  it('sends refusals with cursor sequences: prints them escaped', async () => {
    const errors = [{ field: 'rulesets.\u009b2J', message: 'is \u001b]0;none\u0007.' }];
    reply = () => problem(422, 'invalid', { errors });
    const { err } = await run(['ruleset', 'create', 'ONE', '--rule', 'zz*']);
    expect(err).toBe('A title\n  rulesets. 2J is  ]0;none .\n');
  });

  it('refuses lines: writes them, with their hashes, into no file that already exists', async () => {
    const file = join(cli.home, 'accounts.ndjson');
    const [rejected, elsewhere] = [`${file}.rejected.ndjson`, join(cli.home, 'elsewhere')];
    writeFileSync(file, '{"passwordHash":"$2b$"}');
    reply = () => {
      symlinkSync(elsewhere, rejected);
      return { body: { items: [{ line: 1, result: 'invalid', message: 'x' }] } };
    };
    const { code, err } = await run(['import', 'accounts', file]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${rejected} already exists`)]);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('has a proxy in front that answers with a page: prints the status', async () => {
    reply = () => ({ status: 502, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad gateway</h1>' });
    expect(await run(['ruleset', 'list'])).toEqual({ code: 7, out: '', err: 'The server answered 502.\n' });
  });

  it('redirects: sends nothing to the other server', async () => {
    reply = () => ({ status: 307, headers: { Location: 'http://127.0.0.1:1/elsewhere' } });
    const { code, err } = await run(['ruleset', 'list']);
    expect([code, err]).toEqual([1, expect.stringContaining('redirects to http://127.0.0.1:1.')]);
  });

  it('is not running: exit code 7, and why', async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const { code, err } = await cli.run(['ruleset', 'list', '--url', url], { env: { HEARTH_TOKEN: 't' } });
    expect([code, err]).toEqual([7, expect.stringMatching(/cannot be reached: .*ECONNREFUSED/)]);
  });

  it('has several pages: prints one by default with a hint, --limit rows, or --all', async () => {
    const all = Array.from({ length: 450 }, (_, at) => ({ ...RULESET, name: `R${at}` }));
    reply = ({ query: { limit, after = '0' } }) => {
      const end = Number(after) + Number(limit);
      return { body: { items: all.slice(Number(after), end), next: end < all.length ? String(end) : null } };
    };
    const first = await run(['ruleset', 'list']);
    expect(first.out.split('\n')).toHaveLength(51);
    expect(first.err).toBe('There are more. Use --all, a higher --limit, or --after 50\n');
    const more = await run(['ruleset', 'list', '--limit', '250', '--after', '100', '--json']);
    expect(JSON.parse(more.out)).toEqual(all.slice(100, 350));
    const every = await run(['ruleset', 'list', '--all', '--ndjson']);
    expect(
      every.out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual(all);
    expect([every.err, server.asked.length]).toEqual(['', 6]);
  });

  it('changed the record in the meantime: changes what was read, or nothing', async () => {
    reply = ({ method }) =>
      method === 'GET' ? { headers: { ETag: '"7"' }, body: RULESET } : { body: RULESET };
    expect((await run(['ruleset', 'update', 'WEB', '--add-rule', 'sys*'])).code).toBe(0);
    const [, { method, headers, body }] = server.asked;
    expect([method, headers['if-match'], JSON.parse(body)]).toEqual([
      'PATCH',
      '"7"',
      { rules: ['acc*', 'sys*'] },
    ]);
  });

  it('has names with cursor sequences: prints them escaped', async () => {
    const name = 'a\u001b[2Jb\tc\nd\u202ee\u009b';
    reply = () => ({ body: { items: [{ ...RULESET, name }], next: null } });
    expect((await run(['ruleset', 'list'])).out).toBe('a [2Jb c d e \tacc*\t2\tyes\tWeb\n');
    const { out } = await run(['ruleset', 'list', '--json']);

    expect(out).not.toMatch(/[\0-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
    expect(JSON.parse(out)).toEqual([{ ...RULESET, name }]);
  });

  it('asks for the password again: HEARTH_PASSWORD confirms a session, a token cannot', async () => {
    let isConfirmed = false;
    reply = ({ method, path }) => {
      const headers = { 'Set-Cookie': 'hearth-admin-api=s1; HttpOnly' };
      if (method === 'POST' && path.endsWith('/session'))
        return { status: 201, headers, body: { name: 'A', role: 'x' } };
      if (path.endsWith('/confirm')) isConfirmed = true;
      if (method === 'DELETE' && !isConfirmed) return problem(403, 'confirmation-required');
      return { headers: { ETag: '"1"' }, body: RULESET };
    };
    await cli.run(['login', server.url, '--identifier', 'a'], { input: 'secret word \n' });
    expect(JSON.parse(server.asked[0].body)).toEqual({ identifier: 'a', password: 'secret word ' });
    expect(await cli.run(['ruleset', 'delete', 'WEB', '--yes'])).toMatchObject({
      code: 4,
      err: 'A title: on a terminal it is asked for, in a script set HEARTH_PASSWORD.\n',
    });
    const env = { HEARTH_PASSWORD: 'p' };
    expect(await cli.run(['ruleset', 'delete', 'WEB', '--yes'], { env })).toMatchObject({ code: 0, out: '' });
    expect(server.asked.map(({ method, path }) => `${method} ${path.slice(10)}`).slice(-4)).toEqual(
      ['DELETE /rulesets/WEB', 'POST /session/confirm', 'DELETE /rulesets/WEB'].flatMap((each, at) =>
        at === 0 ? ['GET /rulesets/WEB', each] : [each],
      ),
    );
  });

  describe('gives a client a token', () => {
    const answerTo =
      (valid: string) =>
      ({ path, headers }: Asked): Reply => {
        if (path === '/token') return { body: { access_token: valid, token_type: 'Bearer' } };
        return headers.authorization === `Bearer ${valid}`
          ? { body: RULESET }
          : problem(401, 'not-signed-in');
      };

    it('stores the token, not the secret, and replaces an expired token while it has the secret', async () => {
      reply = answerTo('first');
      const secret = 'client-secret-of-ops';
      expect(
        (await cli.run(['login', server.url, '--client-id', 'ops'], { input: `${secret}\n` })).code,
      ).toBe(0);
      expect(Object.fromEntries(new URLSearchParams(server.asked[0].body))).toEqual({
        grant_type: 'client_credentials',
        client_id: 'ops',
        client_secret: secret,
      });
      expect(readFileSync(cli.profiles, 'utf8')).not.toContain(secret);
      expect((await cli.run(['ruleset', 'get', 'WEB'])).code).toBe(0);
      reply = answerTo('second');
      expect(await cli.run(['ruleset', 'get', 'WEB'])).toMatchObject({ code: 3 });
      expect((await cli.run(['ruleset', 'get', 'WEB'], { env: { HEARTH_CLIENT_SECRET: secret } })).code).toBe(
        0,
      );
      expect((await cli.run(['ruleset', 'get', 'WEB'])).code).toBe(0);
    });

    it.each([
      ['the secret at hand: the revocation endpoint', { HEARTH_CLIENT_SECRET: 'the-secret' }, '/revoke'],
      ['no secret: the token itself', {}, '/admin/api/tokens/revoke'],
    ])('hearth logout ends the token on the server with %s, and forgets it', async (_what, env, path) => {
      reply = answerTo('first');
      await cli.run(['login', server.url, '--client-id', 'ops'], { input: 'the-secret' });
      reply = () => ({});
      expect((await cli.run(['logout'], { env })).code).toBe(0);
      expect(server.asked.slice(1).map((asked) => [asked.path, asked.body.includes('first')])).toEqual([
        [path, true],
      ]);
      expect(readFileSync(cli.profiles, 'utf8')).not.toContain('first');
    });

    it.each([
      ['is away', { status: 503, body: 'no' }, {}, 7],
      ['is away, with the secret', { status: 503, body: 'no' }, { HEARTH_CLIENT_SECRET: 's' }, 7],
      ['refuses', problem(403, 'forbidden'), {}, 4],
      ['has ended it already', problem(401, 'not-signed-in'), {}, 0],
    ])('hearth logout forgets the token and says so when the server %s', async (_what, answer, env, code) => {
      reply = answerTo('first');
      await cli.run(['login', server.url, '--client-id', 'ops'], { input: 'the-secret' });
      reply = () => answer;
      const { code: ended, err } = await cli.run(['logout'], { env });
      const said = code === 0 ? 'Signed out' : 'Signed out here, but the server could not be told: ';
      expect([ended, err]).toEqual([code, expect.stringContaining(said)]);
      expect(readFileSync(cli.profiles, 'utf8')).not.toContain('first');
    });

    it('uses a token from the environment only, and stores nothing', async () => {
      reply = answerTo('one');
      const env = { HEARTH_URL: server.url, HEARTH_CLIENT_ID: 'ops', HEARTH_CLIENT_SECRET: 's' };
      expect((await cli.run(['ruleset', 'get', 'WEB'], { env })).code).toBe(0);
      expect(() => statSync(cli.profiles)).toThrow();
    });

    it('refuses a token: prints the reason, not the secret', async () => {
      reply = () => ({ status: 401, body: { error: 'invalid_client', error_description: 'Wrong secret.' } });
      const login = ['login', server.url, '--client-id', 'ops'];
      const { code, out, err } = await cli.run(login, { input: 'wrong-one' });
      expect([code, out, err]).toEqual([3, '', 'The client ops could not get a token: Wrong secret.\n']);
    });
  });
});

describe('secrets stay where they belong', () => {
  const cli = new CommandLine();
  let server: ScriptedServer;
  let other: ScriptedServer;
  beforeEach(async () => {
    const session = {
      status: 201,
      headers: { 'Set-Cookie': 'hearth-admin-api=the-session' },
      body: { name: 'A' },
    };
    [server, other] = await Promise.all([
      ScriptedServer.start(() => session),
      ScriptedServer.start(() => ({})),
    ]);
    await cli.run(['login', server.url, '--identifier', 'a'], { env: { HEARTH_PASSWORD: 'pass-word-1' } });
  });
  afterEach(async () => {
    await Promise.all([server.close(), other.close()]);
    cli.close();
  });

  it('makes the profile readable to its user only, without a password in it', () => {
    expect(statSync(cli.profiles).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(cli.profiles, 'utf8'))).toEqual({
      default: { url: server.url, cookie: 'hearth-admin-api=the-session' },
    });
  });

  it('does not send the session of one server to another', async () => {
    const { code } = await cli.run(['ruleset', 'list', '--url', other.url]);
    expect([code, other.asked]).toEqual([3, []]);
  });

  it.each(['http://hearth.example', 'http://127.0.0.1.example', 'http://192.168.1.4:3000', 'http://[::2]'])(
    'sends no password to %s',
    async (url) => {
      const { code, err } = await cli.run(['login', url], { env: { HEARTH_PASSWORD: 'p' } });
      expect([code, err]).toEqual([2, expect.stringContaining('plain HTTP')]);
    },
  );

  it.each([
    'hearth.example',
    'ftp://hearth.example',
    'https://a:b@hearth.example',
    'https://hearth.example?x',
  ])('refuses %s as the address of a server', async (url) =>
    expect((await cli.run(['login', url])).code).toBe(2),
  );

  it('hearth logout ends the session on the server and locally', async () => {
    const { code } = await cli.run(['logout']);
    const { method, path, headers } = server.asked[1];
    expect([code, method, path, headers.cookie]).toEqual([
      0,
      'DELETE',
      '/admin/api/session',
      'hearth-admin-api=the-session',
    ]);
    expect(readFileSync(cli.profiles, 'utf8')).not.toContain('the-session');
    expect((await cli.run(['ruleset', 'list'])).code).toBe(3);
    expect((await cli.run(['logout'])).code).toBe(3);
  });
});
