import { afterEach, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { basic, bearer, post, tokensFor } from '../../support/a01.js';
import { newAdmin, sendJson } from '../../support/admin-api.js';
import { rows } from '../../support/database-rows.js';
import { protect } from '../../support/second-step.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const TOOL = { id: 'tool', secret: 'Tool-secret-0123456789-ABCDEFGHIJKLMNOPQRSTUVWXYZ' };
const MFA = 'https://refeds.org/profile/mfa';

/**
 * The administration requires from a token of an account with a role what the console requires from its sign-in.
 */
describe('an administrator’s access token', () => {
  let server: TestServer;
  afterEach(() => server.close());

  async function start(settings: Record<string, string> = {}) {
    server = await startApp(settings);
    await server.get(Bootstrap).apply({
      rulesets: [{ name: 'TOOL', rules: ['log2*', 'oauth2*', 'admin*'] }],
      clients: [
        {
          clientId: TOOL.id,
          clientSecret: TOOL.secret,
          name: 'Tool',
          ruleset: 'TOOL',
          clientType: 'confidential',
          isPrivileged: true,
          allowsPasswordOfProtectedAccounts: true,
        },
      ],
    });
    return newAdmin(server);
  }
  const tokenOf = async (who: { email: string; password: string }): Promise<string> =>
    (await tokensFor(server, who, 'Bearer', TOOL)).access_token;
  const ask = (token: string) => sendJson(server, 'GET', '/accounts', { headers: bearer(token) });

  it('from a password is enough while nothing more is required, and no longer with a second factor', async () => {
    const admin = await start();
    const token = await tokenOf(admin);
    expect((await ask(token)).status).toBe(200);
    await protect(server, admin.email);
    for (const each of [token, await tokenOf(admin)]) {
      const { status, headers } = await ask(each);
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toContain('error="insufficient_user_authentication"');
      expect(headers['www-authenticate']).toContain(`acr_values="${MFA}"`);
    }
  });

  it('from two factors is enough', async () => {
    const admin = await start();
    await protect(server, admin.email);
    const token = await tokenOf(admin);
    await rows(server, `UPDATE token_grant SET methods = 'password code' WHERE account_id = $1`, [admin.id]);
    expect((await ask(token)).status).toBe(200);
  });

  it('from a password is not enough with ADMIN_SECOND_FACTOR required; a client’s own token is', async () => {
    const admin = await start({ ADMIN_SECOND_FACTOR: 'required' });
    expect((await ask(await tokenOf(admin))).status).toBe(401);
    const { body } = await post(server, '/token', { grant_type: 'client_credentials' }, basic(TOOL));
    expect((await ask(body.access_token)).status).toBe(200);
  });
});
