import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, post, type Body } from './a01.js';
import { THIRD_PARTIES, VERIFIER, CookieBrowser, pkceOf, startWithThirdParties } from './authorization.js';
import { CLIENTS } from './fixtures.js';
import { request, type Peer } from './http.js';
import type { TestServer } from './start-app.js';

const { shop, strict, garden, pocket } = THIRD_PARTIES;
const ASKING = [shop.id, strict.id, garden.id, pocket.id, CLIENTS.app.id, CLIENTS.strict.id];

/** The clients of the resource servers themselves. */
export const SERVERS = {
  reports: { id: 'reports-server', secret: 'reports-server-secret-1' },
  photos: { id: 'photos-server', secret: 'photos-server-secret-1' },
  ledger: { id: 'ledger-server', secret: 'ledger-server-secret-1' },
} as const;

/** Resource servers of others: two whose tokens are opaque, one with JWTs, and one that nobody may ask for. */
export const RESOURCES = {
  reports: 'https://reports.example/api',
  photos: 'https://photos.example/',
  ledger: 'https://ledger.example',
  closed: 'https://closed.example',
} as const;

const OF_REPORTS = ['reports:read See your reports', 'reports:write Change your reports'];

export async function registerResources(server: TestServer): Promise<void> {
  await server.get(Bootstrap).apply({
    clients: Object.values(SERVERS).map(({ id, secret }) => ({
      ...{
        clientId: id,
        clientSecret: secret,
        name: id,
        ruleset: 'WEB',
        clientType: 'confidential' as const,
      },
    })),
    resources: [
      {
        ...{ id: 'reports', identifier: RESOURCES.reports, name: 'Reports', scopes: OF_REPORTS },
        ...{ defaultScopes: ['reports:read'], clients: ASKING, introspectionClients: [SERVERS.reports.id] },
      },
      {
        ...{ id: 'photos', identifier: RESOURCES.photos, name: 'Photos', scopes: ['photos See your photos'] },
        ...{ clients: ASKING, introspectionClients: [SERVERS.photos.id], accessLifetimeSeconds: 120 },
      },
      {
        ...{ id: 'ledger', identifier: RESOURCES.ledger, name: 'Ledger', tokenFormat: 'jwt' },
        ...{ scopes: ['ledger:read See the ledger'], defaultScopes: ['ledger:read'], signingAlg: 'ES256' },
        ...{ clients: ['*'], introspectionClients: [SERVERS.ledger.id] },
      },
      { id: 'closed', identifier: RESOURCES.closed, name: 'Closed', scopes: ['closed Everything'] },
    ],
  });
}

/** A server with third parties and resources. */
export async function startWithResources(settings: Record<string, string> = {}): Promise<TestServer> {
  const server = await startWithThirdParties(settings);
  await registerResources(server);
  return server;
}

type Party = (typeof THIRD_PARTIES)[keyof typeof THIRD_PARTIES];
type Asked = Readonly<Record<string, string | undefined>>;

/** Tokens for a user who allowed what `asked` says at /authorize, with `more` at /token. */
export async function tokensOf(
  server: TestServer,
  who: { email: string; password: string },
  { party = strict, asked = {}, more = {} }: { party?: Party; asked?: Asked; more?: Record<string, string> },
): Promise<{ status: number; body: Body }> {
  const browser = new CookieBrowser(server);
  const { code } = await browser.connect(who, party, { ...pkceOf(), ...asked });
  return redeemed(server, code, party, more);
}

export function redeemed(
  server: TestServer,
  code: string,
  party: Party = strict,
  more: Record<string, string> = {},
): Promise<{ status: number; body: Body }> {
  const given = { grant_type: 'authorization_code', code, redirect_uri: party.redirectUri };
  return post(server, '/token', { ...given, code_verifier: VERIFIER, ...more }, basic(party));
}

export async function introspected(
  server: TestServer,
  token: string,
  by: { id: string; secret: string | null },
): Promise<Body> {
  return (await post(server, '/introspect', { token }, basic(by))).body;
}

/** The statuses with which this server's own API answers a token. */
export async function statusesAt(server: Peer, token: string): Promise<number[]> {
  const headers = { Authorization: `Bearer ${token}` };
  const paths = ['/api/acc/getloggedaccount', '/userinfo'];
  const answers = await Promise.all(paths.map((path) => request(server, { path, headers })));
  return answers.map(({ status }) => status);
}

/** A text of an answer. */
export function memberOf(body: object, name: string): string {
  return String((body as Readonly<Record<string, unknown>>)[name]);
}
