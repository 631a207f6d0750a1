import { afterAll, beforeAll, expect } from '@jest/globals';
import { Bootstrap } from '../../src/provisioning/bootstrap/bootstrap.service.js';
import { AdminApi, newAdmin } from './admin-api.js';
import { request, type RawAnswer } from './http.js';
import { JwksServer } from './jwks-server.js';
import { asForm, KeyClient } from './key-client.js';
import { startApp, type TestServer } from './start-app.js';

type Form = Readonly<Record<string, string>>;

/** A token for the client itself. */
export const OWN = { grant_type: 'client_credentials' };
export const KEYED_REDIRECT = 'https://bank.example/cb';
/** What a client is told that does not authenticate by a key, or is none. */
export const NO_SUCH = 'No client with this client_id authenticates by private_key_jwt.';

/** A server with clients that authenticate by keys: in their records, and published. */
interface Beginning {
  readonly server: TestServer;
  readonly api: AdminApi;
  /** Strict clients. */
  readonly bank: KeyClient;
  readonly other: KeyClient;
  /** Of the profile interface, with RS256. */
  readonly old: KeyClient;
  /** Its key is at its jwksUrl. */
  readonly remote: KeyClient;
  readonly published: JwksServer;
}

/** One server for all stories of a file. */
export function useKeyClients(begin: (beginning: Beginning) => void) {
  let server: TestServer;
  let published: JwksServer;
  beforeAll(async () => {
    const [bank, other, old, remote] = await Promise.all([
      KeyClient.make('bank'),
      KeyClient.make('other'),
      KeyClient.make('old', { alg: 'RS256' }),
      KeyClient.make('remote', { alg: 'EdDSA' }),
    ]);
    published = await JwksServer.start();
    published.keys = [remote.publicJwk];
    server = await startApp({ JWKS_INSIDE_NETWORKS: '127.0.0.1' });
    const each = { ruleset: 'WEB', clientType: 'confidential' as const, requiresPrivateKeyJwt: true };
    const keyed = (client: KeyClient, profile: 'interface' | 'strict') => ({
      ...{ ...each, clientId: client.id, name: client.id, profile, isPrivileged: false },
      ...{ redirectUrls: [KEYED_REDIRECT], allowsDeviceAuthorization: true },
    });
    await server.get(Bootstrap).apply({
      clients: [
        { ...keyed(bank, 'strict'), jwks: { keys: [bank.publicJwk] } },
        { ...keyed(other, 'strict'), jwks: { keys: [other.publicJwk] } },
        { ...keyed(old, 'interface'), jwks: { keys: [old.publicJwk] } },
        { ...keyed(remote, 'strict'), jwksUrl: published.url },
      ],
    });
    const api = await AdminApi.signIn(server, await newAdmin(server));
    begin({ server, api, bank, other, old, remote, published });
  });
  afterAll(async () => {
    await server.close();
    await published.close();
  });
  const asked = (form: Form, path = '/token') => request(server, { path, form: { ...OWN, ...form } });
  return {
    asked,
    /** A token request whose assertion has these claims and this header. */
    present: async (
      client: KeyClient,
      claims: Readonly<Record<string, unknown>> = {},
      header: Form = {},
    ): Promise<RawAnswer> => asked(asForm(await client.assertion(server, claims, header))),
  };
}

export function expectInvalidClient(
  { status, body, headers }: RawAnswer,
  description: string | RegExp,
): void {
  expect([status, body.error]).toEqual([401, 'invalid_client']);
  expect(body.error_description).toMatch(description);
  expect(headers['www-authenticate']).toBeDefined();
}
