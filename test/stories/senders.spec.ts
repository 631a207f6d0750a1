import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AdminApi, newAdmin } from '../support/admin-api.js';
import { CookieBrowser, startWithThirdParties, THIRD_PARTIES } from '../support/authorization.js';
import { rows } from '../support/database-rows.js';
import { ANNA } from '../support/fixtures.js';
import { request } from '../support/http.js';
import { openApi } from '../support/openapi-document.js';
import { routesOf, type Route } from '../support/routes.js';
import type { TestServer } from '../support/start-app.js';

type Headers = Readonly<Record<string, string>>;

const PUBLIC_URL = 'https://accounts.example';
const REFUSAL = "only the server's own pages may send this";

/** Changes accepted from other pages: by name, with the allowed senders. */
const EXCEPTIONS: Readonly<Record<string, (method: string, headers: Headers) => boolean>> = {
  weblogin: (method) => method === 'POST', // D111; requests other than plain forms are in web-flow/form.spec.ts
  oauth2authorizepost: () => true,
  logoutpost: () => true,
  ...Object.fromEntries(
    [
      ...['invitationaccept', 'invitationresend', 'resetpasswordpost', 'language'],
      ...['lostfactorremove', 'lostfactorstop', 'handoverstop', 'notmepost'],
    ].map((name) => [
      name,
      (_method: string, headers: Headers) => headers.Origin === 'null' && !('Sec-Fetch-Site' in headers),
    ]),
  ),
};

const FOREIGN: Readonly<Record<string, (own: string) => Headers>> = {
  'a page of another site': () => ({ 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }),
  'another site that says our Origin': (own) => ({ 'Sec-Fetch-Site': 'cross-site', Origin: own }),
  'another site that hides its Origin': () => ({ 'Sec-Fetch-Site': 'cross-site', Origin: 'null' }),
  'a sibling': () => ({ 'Sec-Fetch-Site': 'same-site', Origin: 'https://shop.example' }),
  'a sibling that names no Origin': () => ({ 'Sec-Fetch-Site': 'same-site' }),
  'Fetch Metadata that no browser sends': () => ({ 'Sec-Fetch-Site': 'same-origin, cross-site' }),
  'an opaque Origin': () => ({ Origin: 'null' }),
  'another site, without Fetch Metadata': () => ({ Origin: 'https://evil.example' }),
  'a sibling, without Fetch Metadata': () => ({ Origin: 'https://www.accounts.example' }),
  'the host over plain HTTP': () => ({ Origin: 'http://accounts.example' }),
  'the host that was addressed, over HTTPS': (own) => ({ Origin: own.replace('http:', 'https:') }),
  'another port': () => ({ Origin: 'http://127.0.0.1:1' }),
  'another port of PUBLIC_URL': () => ({ Origin: `${PUBLIC_URL}:8443` }),
  'a host that begins like ours': () => ({ Origin: `${PUBLIC_URL}.evil.test` }),
  'an Origin that is none': () => ({ Origin: 'accounts.example' }),
};

const OWN: Readonly<Record<string, (own: string) => Headers>> = {
  'no browser': () => ({}),
  'an own page': (own) => ({ 'Sec-Fetch-Site': 'same-origin', Origin: own }),
  'an own page that tells no referrer': () => ({ 'Sec-Fetch-Site': 'same-origin', Origin: 'null' }),
  'the person, by the address bar': () => ({ 'Sec-Fetch-Site': 'none' }),
  'an own page, without Fetch Metadata': (own) => ({ Origin: own }),
  'an own page at PUBLIC_URL': () => ({ Origin: PUBLIC_URL }),
};

/** One that the rule refuses and one that it allows: every route gets them, and the others one route in eight. */
const AT_EVERY_ROUTE = ['a page of another site', 'an own page'];
const SENDERS = [...Object.keys(FOREIGN), ...Object.keys(OWN)];

/** One rule judges all senders (cross-site.spec.ts): routes could only differ in whether they apply it. */
function routesFor(who: string, all: readonly Route[]): readonly Route[] {
  if (AT_EVERY_ROUTE.includes(who)) return all;
  return all.filter((_, index) => index % 8 === SENDERS.indexOf(who) % 8);
}

/** Each route of the registry and of the controllers, so that a new one is included automatically. */
describe("cookie-authenticated changes are accepted from Hearth's own pages only (D43, D174)", () => {
  let server: TestServer;
  let routes: Route[];
  let cookies: string;
  beforeAll(async () => {
    server = await startWithThirdParties({ PUBLIC_URL });
    routes = routesOf(server);
    const admin = await AdminApi.signIn(server, await newAdmin(server));
    const browser = new CookieBrowser(server);
    await browser.begin(THIRD_PARTIES.shop);
    await browser.signIn(ANNA);
    cookies = [
      admin.cookie,
      await admin.consoleCookie(),
      ...[...browser.cookies].map((pair) => pair.join('=')),
    ].join('; ');
  });
  afterAll(() => server.close());

  /** Calls by GET too; endpoints such as /token ignore cookies. */
  const writes = () => routes.filter(({ operation }) => operation.writes && operation.kind !== 'endpoint');
  const isRefused = async ({ method, path }: Route, sender: Headers): Promise<boolean> => {
    const headers = { Accept: 'application/json', Cookie: cookies, ...sender };
    const { status, text } = await request(server, { method, path, headers });
    const isForeign = status >= 400 && text.includes(REFUSAL); // /openapi.json tells of it too
    if (isForeign) expect([path, status]).toEqual([path, 403]);
    return isForeign;
  };

  const refusedOf = async (chosen: readonly Route[], sender: Headers): Promise<string[]> => {
    const found: string[] = [];
    for (const route of chosen)
      if (await isRefused(route, sender)) found.push(`${route.method} ${route.path}`);
    return found;
  };

  it('knows all routes, including those of the OpenAPI document', async () => {
    const known = new Set(routes.map(({ method, path }) => `${method} ${path}`));
    const { paths } = await openApi(server);
    const documented = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map(
        (method) => `${method.toUpperCase()} ${path.replace(/(.)\/$/, '$1').replace(/\{\w+\}/g, '1')}`,
      ),
    );
    expect(documented.filter((route) => !known.has(route)).sort()).toEqual(['GET /api', 'POST /api']); // any call, by its name
    expect(writes().length).toBeGreaterThan(100);
    const cookieNames = cookies.split('; ').map((pair) => pair.split('=')[0].slice(0, 14));
    expect(cookieNames.sort()).toEqual([
      ...['JSESSIONID', 'hearth-admin', 'hearth-admin-a', 'hearth-known', 'hearth_browser'],
    ]);
  });

  it('every method except GET declares that it changes something, and exceptions give a reason', () => {
    const silent = routes.filter(({ method, operation }) => method !== 'GET' && !operation.writes);
    const isCall = ({ operation }: Route) => operation.kind !== 'page'; // D2: every call takes POST
    expect(silent.filter((route) => !isCall(route))).toEqual([]);
    const excepted = new Map(routes.map(({ operation }) => [operation.name, operation.foreign]));
    const declared = [...excepted].filter(([, foreign]) => foreign !== null);
    expect(declared.map(([name]) => name).sort()).toEqual(Object.keys(EXCEPTIONS).sort());
    for (const [, foreign] of declared) expect(foreign?.because).toMatch(/^[A-Z].{20,}\.$/);
  });

  it.each(Object.entries(FOREIGN))('not by %s; nothing is changed', async (who, sender) => {
    const before = await contents(server);
    const headers = sender(server.url);
    const judged = routesFor(who, writes()).filter(
      ({ method, operation: { name } }) => !EXCEPTIONS[name]?.(method, headers),
    );
    expect(judged.length).toBeGreaterThan(10);
    expect(await refusedOf(judged, headers)).toEqual(judged.map(({ method, path }) => `${method} ${path}`));
    expect(await contents(server)).toEqual(before);
  });

  it.each(Object.entries(FOREIGN))('accepts an exception from %s', async (_who, sender) => {
    const headers = sender(server.url);
    const excepted = writes().filter(({ method, operation: { name } }) =>
      EXCEPTIONS[name]?.(method, headers),
    );
    expect(await refusedOf(excepted, headers)).toEqual([]);
    expect(excepted.length).toBeGreaterThanOrEqual(2);
  });

  it.each(['a page of another site', 'a sibling', 'another port'])(
    'a page is shown, and an endpoint answers, to requests from %s',
    async (who) => {
      const others = routes.filter(({ operation }) => !operation.writes || operation.kind === 'endpoint');
      expect(await refusedOf(routesFor(who, others), FOREIGN[who](server.url))).toEqual([]);
    },
  );

  it('a token needs no cookie, and comes from anywhere', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Authorization: `Bearer ${'x'.repeat(43)}` };
    const judged = writes().filter(({ operation }) => operation.client === 'credentials');
    for (const route of judged)
      expect([route.path, await isRefused(route, headers)]).toEqual([route.path, false]);
  });

  // The last: it signs out, and more.
  it.each(Object.entries(OWN))('by %s', async (who, sender) => {
    expect(await refusedOf(routesFor(who, routes), sender(server.url))).toEqual([]);
  });
});

/** A digest of each table, but of those that only count and record. */
async function contents(server: TestServer): Promise<Readonly<Record<string, string>>> {
  const tables = await rows<{ name: string }>(
    server,
    `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'
        AND tablename !~ '^(audit_event.*|hourly_count|active_accounts|node|heartbeat|silence|legacy_use|migrations)$' ORDER BY 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of tables) {
    const [{ digest }] = await rows<{ digest: string }>(
      server,
      `SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) AS digest FROM "${name}" t`,
    );
    found[name] = digest;
  }
  return found;
}
