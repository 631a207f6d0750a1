import { afterAll, beforeAll, beforeEach } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { rows } from '../../support/database-rows.js';
import { RelyingParty, type RegisteredClient, type ResponseMode } from '../../support/relying-party.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const client = (id: string) => ({
  id,
  secret: `${id}-secret-1`,
  redirectUri: `https://${id}.example/callback`,
  afterLogout: `https://${id}.example/post_logout_redirect`,
});

/** The registrations of a tester of the Foundation's suite: two clients, and one of the profile strict. */
export const SUITE = { first: client('suite'), second: client('suite-2'), strict: client('suite-strict') };

/**
 * One server for all modules of a file. Before each module nobody is signed in, nothing is allowed, and failed
 * attempts have expired.
 */
export function useSuite(settings: Record<string, string> = {}) {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp(settings);
    await server.get(Bootstrap).apply({
      clients: Object.values(SUITE).map(({ id, secret, redirectUri, afterLogout }) => ({
        clientId: id,
        clientSecret: secret,
        name: id,
        ruleset: 'WEB',
        clientType: 'confidential',
        profile: id === SUITE.strict.id ? ('strict' as const) : ('interface' as const),
        redirectUrls: [redirectUri, afterLogout],
        isPrivileged: false,
        idTokenClaims: 'minimal' as const, // the suite warns of claims that stand in the id_token too
      })),
    });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    await rows(server, 'DELETE FROM consent');
  });
  return {
    get server(): TestServer {
      return server;
    },
    /** A client with a new browser. */
    party: (mode: ResponseMode = 'query', which: RegisteredClient = SUITE.first) =>
      new RelyingParty(server, which, mode),
  };
}

/** The plans with equal modules, and how each receives the answer; the fragment has no plan of its own for a code. */
export const CODE_PLANS = [
  ['Basic OP', 'query'],
  ['Basic OP, in the fragment', 'fragment'],
  ['Form Post OP', 'form_post'],
] as const;
