import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { AdminApi, newAdmin, type Admin, type AdminAnswer } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { FAPI_REDIRECT, FapiParty } from '../../support/fapi-party.js';
import { request, type RawAnswer } from '../../support/http.js';
import { asForm, KeyClient } from '../../support/key-client.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/** What a test begins with: an administrator, and a client of the profile fapi2 with a new browser and a new key. */
interface Beginning {
  readonly server: TestServer;
  readonly api: AdminApi;
  readonly bank: KeyClient;
  readonly party: FapiParty;
}

/** One server for all tests of a file. */
export function useFapi2(begin: (beginning: Beginning) => void) {
  let server: TestServer;
  let admin: Admin;
  let api: AdminApi;
  let bank: KeyClient;
  let party: FapiParty;
  beforeAll(async () => {
    bank = await KeyClient.make('bank');
    server = await startApp();
    await server.get(Bootstrap).apply({
      clients: [
        {
          ...{ clientId: bank.id, name: 'Bank', ruleset: 'WEB', clientType: 'confidential' as const },
          ...{ profile: 'fapi2' as const, isPrivileged: false, redirectUrls: [FAPI_REDIRECT] },
          jwks: { keys: [bank.publicJwk] },
        },
      ],
    });
    admin = await newAdmin(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    await rows(server, 'DELETE FROM consent');
    party = await FapiParty.of(server, bank);
    api = await AdminApi.signIn(server, admin);
    begin({ server, api, bank, party });
  });
  return {
    /** A token request of the client for itself, whose assertion has these claims. */
    byAssertion: async (claims: Readonly<Record<string, unknown>>): Promise<RawAnswer> =>
      request(server, {
        path: '/token',
        form: { grant_type: 'client_credentials', ...asForm(await bank.assertion(server, claims)) },
        headers: { DPoP: await party.proof('/token') },
      }),
    changed: (body: object): Promise<AdminAnswer> =>
      api.send('PATCH', '/clients/bank', { body, ifMatch: '*' }),
    created: (body: object): Promise<AdminAnswer> =>
      api.send('POST', '/clients', {
        body: {
          ...{ clientId: 'another', clientType: 'confidential', name: 'Another', ruleset: 'WEB' },
          ...{ profile: 'fapi2', jwks: { keys: [bank.publicJwk] }, redirectUrls: [FAPI_REDIRECT], ...body },
        },
      }),
  };
}

export function refusal({ status, body }: RawAnswer): [status: number, error: string] {
  return [status, body.error];
}
