import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isForBrowsers } from '../../src/platform/http/cross-origin.js';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, bearer, tokensFor } from '../support/a01.js';
import { CookieBrowser, exchange, pkceOf, VERIFIER } from '../support/authorization.js';
import { rows } from '../support/database-rows.js';
import { ANNA, CLIENTS } from '../support/fixtures.js';
import { request, type RawAnswer } from '../support/http.js';
import { routesOf } from '../support/routes.js';
import { startApp, type TestServer } from '../support/start-app.js';
import { statementsOf } from '../support/statements-of.js';

/** An application in a browser. */
const PAGE = { id: 'garden-page', secret: null, name: 'Garden', redirectUri: 'https://garden.example/cb' };
const OWN = 'https://garden.example';
const NAMED = 'https://www.garden.example';
/** None of them may read the answers to a client. */
const FOREIGN = [
  'https://evil.example',
  `${OWN}.evil.example`,
  'http://garden.example',
  `${OWN}:8443`,
  `${OWN}:443`, // no browser writes the default port
  'null',
];
const FOR_EVERYBODY = [
  '/.well-known/oauth-authorization-server',
  '/.well-known/openid-configuration',
  '/.well-known/oauth-protected-resource',
  '/jwks',
  '/openapi.json',
];

const allowedOf = ({ headers }: RawAnswer): string | undefined => headers['access-control-allow-origin'];

describe('pages of other origins can read the answers to a public client, and nothing else (CORS, D263)', () => {
  let server: TestServer;
  let ofPage: string;
  let ofServer: string;
  beforeAll(async () => {
    server = await startApp();
    await server.get(Bootstrap).apply({
      clients: [
        {
          clientId: PAGE.id,
          name: PAGE.name,
          ruleset: 'WEB',
          clientType: 'public',
          profile: 'strict',
          redirectUrls: [PAGE.redirectUri],
          allowedOrigins: [NAMED],
          isPrivileged: false,
        },
      ],
    });
    // Saved before they were refused (D315).
    const others = ['com.example.garden://cb', 'http://plain.example/cb'];
    const added = 'UPDATE client SET redirect_urls = redirect_urls || $1::text[] WHERE client_id = $2';
    await rows(server, added, [others, PAGE.id]);
    const { code } = await new CookieBrowser(server).connect(ANNA, PAGE, pkceOf());
    ofPage = (await exchange(server, PAGE, code, { code_verifier: VERIFIER })).body.access_token;
    ofServer = (await tokensFor(server, ANNA)).access_token;
  });
  afterAll(() => server.close());

  const read = (Origin: string, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> =>
    request(server, { path, headers: { Origin, ...headers } });
  const account = (origin: string, headers: Record<string, string>): Promise<RawAnswer> =>
    read(origin, '/api/acc/getloggedaccount', headers);

  describe.each([OWN, NAMED])('%s', (origin) => {
    it('reads responses to its token, by either address of a call, and by /userinfo', async () => {
      for (const path of ['/api/acc/getloggedaccount', '/api?a01call=accgetloggedaccount', '/userinfo']) {
        const answer = await read(origin, path, bearer(ofPage));
        expect([path, allowedOf(answer), answer.headers.vary]).toEqual([path, origin, 'Origin']);
        expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
      }
    });

    it('reads the refusals of /token and /revoke, and so knows what to do', async () => {
      const form = { client_id: PAGE.id, grant_type: 'refresh_token', refresh_token: 'x', token: 'x' };
      for (const path of ['/token', '/revoke']) {
        const answer = await request(server, { path, form, headers: { Origin: origin } });
        expect([path, allowedOf(answer)]).toEqual([path, origin]);
      }
    });

    it('a cookie changes nothing at /token and /userinfo, and none is set (D42)', async () => {
      const browser = new CookieBrowser(server);
      await browser.signIn(ANNA);
      const sessions = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      expect(sessions).toContain('JSESSIONID=');
      const form = { client_id: PAGE.id, grant_type: 'refresh_token', refresh_token: 'x' };
      const requests = [
        { path: '/token', form, headers: {} },
        { path: '/userinfo', headers: bearer(ofPage) },
        { path: '/userinfo', headers: {} },
      ];
      for (const { headers, ...rest } of requests) {
        const told = [];
        for (const Cookie of [undefined, sessions, 'JSESSIONID=s%3Ax.y']) {
          const all = { Origin: origin, ...headers, ...(Cookie && { Cookie }) };
          let answer!: RawAnswer;
          const statements = await statementsOf(server, async () => {
            answer = await request(server, { ...rest, headers: all });
          });
          const same = { ...answer.headers, date: undefined, 'x-request-id': undefined };
          expect(same).not.toHaveProperty('set-cookie');
          const texts = statements.map(({ text }) => text);
          expect(texts.filter((text) => /\bsession\b/.test(text))).toEqual([]);
          told.push({ status: answer.status, same, text: answer.text });
        }
        expect(told[1]).toEqual(told[0]);
        expect(told[2]).toEqual(told[0]);
      }
    });

    it('reads nothing of a client with a secret', async () => {
      expect(allowedOf(await account(origin, bearer(ofServer)))).toBeUndefined();
      expect(allowedOf(await account(origin, basic(CLIENTS.app)))).toBeUndefined();
    });
  });

  it.each(FOREIGN)('%s reads nothing of the client, whatever it calls', async (origin) => {
    for (const path of ['/api/acc/getloggedaccount', '/api?a01call=accgetloggedaccount', '/userinfo'])
      expect([path, allowedOf(await read(origin, path, bearer(ofPage)))]).toEqual([path, undefined]);
    const form = { client_id: PAGE.id, grant_type: 'refresh_token', refresh_token: 'x' };
    const refused = await request(server, { path: '/token', form, headers: { Origin: origin } });
    expect(allowedOf(refused)).toBe(undefined);
    if (origin !== 'null') expect(refused.headers.vary).toContain('Origin');
  });

  it('a sender of an unknown token may read that it is unknown, and how to continue', async () => {
    const answer = await account('https://anybody.example', bearer('A'.repeat(43)));
    expect([answer.status, allowedOf(answer)]).toEqual([401, 'https://anybody.example']);
    expect(answer.headers['access-control-expose-headers']).toMatch(/WWW-Authenticate/);
    expect(allowedOf(await account('null', bearer('A'.repeat(43))))).toBeUndefined();
  });

  it('an expired token of the page is reported as expired', async () => {
    const { access_token: token } = (
      await exchange(server, PAGE, (await new CookieBrowser(server).connect(ANNA, PAGE, pkceOf())).code, {
        code_verifier: VERIFIER,
      })
    ).body;
    server.clock.advance({ minutes: 120 });
    const answer = await account(OWN, bearer(token));
    server.clock.advance({ minutes: -120 });
    expect([answer.status, allowedOf(answer)]).toEqual([401, OWN]);
  });

  it('a session is useless to it: its cookie opens nothing readable', async () => {
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (const origin of [OWN, NAMED, ...FOREIGN]) {
      const answer = await account(origin, { Cookie });
      expect(answer.status).toBe(200);
      expect([origin, allowedOf(answer)]).toEqual([origin, undefined]);
    }
  });

  it.each(FOR_EVERYBODY)('%s is public', async (path) => {
    const answer = await read('https://anybody.example', path);
    expect([answer.status, allowedOf(answer)]).toEqual([200, '*']);
  });

  it('no other page of the server is readable, or allowed by a preflight', async () => {
    const wrong: string[] = [];
    let count = 0;
    for (const { method, path, operation } of routesOf(server)) {
      if (operation.kind !== 'page' || FOR_EVERYBODY.includes(path)) continue;
      count++;
      const answers = [
        await request(server, { method, path, headers: { Origin: OWN } }),
        await preflight(path),
      ];
      if (answers.some((answer) => allowedOf(answer) !== undefined)) wrong.push(`${method} ${path}`);
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });

  it('a preflight is answered for every call, alike for all, from memory, and may be cached', async () => {
    const wrong: string[] = [];
    let count = 0;
    const statements = await statementsOf(server, async () => {
      for (const { path, operation } of routesOf(server)) {
        if (operation.kind === 'page') continue;
        count++;
        const { status, headers } = await preflight(path);
        const said = [status, headers['access-control-allow-origin'], headers['access-control-max-age']];
        const expected = isForBrowsers(operation) ? [204, '*', '7200'] : [204, undefined, undefined];
        if (String(said) !== String(expected)) wrong.push(`${path}: ${String(said)}`);
        expect(headers['access-control-allow-credentials']).toBeUndefined();
      }
    });
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(50);
    expect(statements).toEqual([]);
    const form = { identifier: ANNA.email, password: 'wrong' };
    const signIn = () => request(server, { path: '/api/log2/in', form });
    expect(await statementsOf(server, signIn)).not.toEqual([]); // it sees those of others
  });

  it.each(['authorization', 'content-type', 'dpop', 'traceparent', 'tracestate', 'baggage'])(
    'a preflight allows %s, which browser libraries send (D353)',
    async (name) => {
      const allowed = (await preflight('/token')).headers['access-control-allow-headers'] ?? '';
      expect(allowed.toLowerCase().split(', ')).toContain(name);
    },
  );

  it('an OPTIONS without a preflight only lists the methods (D84)', async () => {
    const { status, headers } = await request(server, {
      method: 'OPTIONS',
      path: '/api/acc/getloggedaccount',
    });
    expect([status, headers.allow]).toEqual([204, 'GET, HEAD, POST']);
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  function preflight(path: string): Promise<RawAnswer> {
    const headers = {
      Origin: 'https://anybody.example',
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization',
    };
    return request(server, { method: 'OPTIONS', path, headers });
  }
});
