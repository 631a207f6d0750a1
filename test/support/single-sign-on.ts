import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, post, type Answer } from './a01.js';
import type { IdentityProvider } from './identity-provider.js';
import type { JwksServer } from './jwks-server.js';
import { startApp, type TestServer } from './start-app.js';

type Form = Readonly<Record<string, string>>;
type Client = Readonly<{ id: string; secret: string }>;

export const ISSUER = 'https://idp.portal.example';
/** A partner: its single sign-on, with its keys in the record, and its back end. Both use the same user ids. */
export const PORTAL = { id: 'portal', secret: 'portal-secret-1' };
export const BACK_END = { id: 'portal-back-end', secret: 'portal-secret-2' };
/** Another partner, which publishes its keys. */
export const TELCO = { id: 'telco', secret: 'telco-secret-1' };
export const CLEO = { email: 'cleo@family.example', password: 'autumn-meadow-3', id: 'cleo-1' };

export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** Starts a server with the partners; it may fetch keys from this machine. */
export async function startWithPartners(
  portal: IdentityProvider,
  published: JwksServer,
): Promise<TestServer> {
  const server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
  const privileged = { ruleset: 'WEB', clientType: 'confidential' as const, isPrivileged: true };
  try {
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...privileged,
          ...record(PORTAL, 'Portal'),
          jwks: { keys: [portal.publicKey] },
          assertionIssuer: ISSUER,
        },
        {
          ...privileged,
          ...record(BACK_END, 'Portal back end'),
          ruleset: 'PROVISIONING',
          isPrivileged: false,
          assertionIssuer: ISSUER,
        },
        { ...privileged, ...record(TELCO, 'Telco'), jwksUrl: published.url },
      ],
      accounts: [
        {
          name: 'Cleo',
          identifiers: [
            { type: 'Email', value: CLEO.email, isValidated: true },
            { type: 'ExternalId', value: CLEO.id, issuer: ISSUER, isValidated: true },
            { type: 'ExternalId', value: 'cleo-at-telco', issuer: TELCO.id, isValidated: true },
          ],
          password: CLEO.password,
        },
      ],
    });
    return server;
  } catch (cause) {
    await server.close();
    throw cause;
  }
}

export function present(
  server: TestServer,
  assertion: string,
  form: Form = {},
  by: Client = PORTAL,
): Promise<Answer> {
  return post(server, '/token', { grant_type: JWT_BEARER, assertion, ...form }, basic(by));
}

/** The path of the link in a refusal. @throws Error when there is none */
export function linkOf(server: TestServer, { body }: Answer): string {
  const { error, error_uri: uri = '' } = body as unknown as Record<string, string | undefined>;
  if (error !== 'account_not_linked' || !uri.startsWith(`${server.url}/link/`))
    throw new Error(JSON.stringify(body));
  return uri.slice(server.url.length);
}

function record({ id, secret }: Client, name: string) {
  return { clientId: id, clientSecret: secret, name };
}
