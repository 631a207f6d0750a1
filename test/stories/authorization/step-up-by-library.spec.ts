import { describe, expect, it } from '@jest/globals';
import * as client from 'openid-client';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { consentFormOf, redirectOf, Tab, type CookieBrowser } from '../../support/authorization.js';
import { ANNA } from '../../support/fixtures.js';
import { protect, stepBy } from '../../support/second-step.js';
import type { TestServer } from '../../support/start-app.js';

const MFA = 'https://refeds.org/profile/mfa';
const treasury = {
  id: 'treasury',
  secret: 'treasury-secret-1',
  redirectUri: 'https://treasury.example/callback',
};

describe('openid-client steps up (RFC 9470, D252)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    const { id: clientId, secret: clientSecret, redirectUri } = treasury;
    const rules = ['log2*', 'oauth2*', `acc* requires acr ${MFA}`];
    const kind = { clientType: 'confidential', profile: 'strict', isPrivileged: false } as const;
    const more = { name: 'Treasury', ruleset: 'TREASURY', redirectUrls: [redirectUri] };
    await server.get(Bootstrap).apply({
      rulesets: [{ name: 'TREASURY', rules }],
      clients: [{ clientId, clientSecret, ...kind, ...more }],
    });
    stepBy(server, 'code');
    await browser.signIn(ANNA); // before the second factor exists
    await protect(server, ANNA.email);
  });

  /** The library's steps until it has tokens; the user makes the second step if the server requires it. */
  async function tokens(config: client.Configuration, more: Record<string, string>): Promise<string> {
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const link = client.buildAuthorizationUrl(config, {
      ...{ redirect_uri: treasury.redirectUri, scope: 'account', code_challenge_method: 'S256' },
      ...{ code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier), ...more },
    });
    const { headers } = await browser.get(link.pathname + link.search);
    const { pathname, search } = new URL(headers.location ?? '');
    const tab = new Tab(browser, pathname + search);
    let page = await tab.show();
    if (page.status === 303) page = await browser.get(page.headers.location as string);
    const done = page.status === 302 ? page : await tab.decide({ ...consentFormOf(page), decision: 'allow' });
    const answer = new URL(redirectOf(done).location);
    return (await client.authorizationCodeGrant(config, answer, { pkceCodeVerifier })).access_token;
  }

  it('learns from a call what to request, and requests it', async () => {
    const authentication = client.ClientSecretBasic(treasury.secret);
    const config = await client.discovery(new URL(server.url), treasury.id, undefined, authentication, {
      execute: [client.allowInsecureRequests],
    });
    expect(config.serverMetadata().acr_values_supported).toContain(MFA);
    const url = new URL(`${server.url}/api/acc/getloggedaccount`);
    const call = async (token: string) => client.fetchProtectedResource(config, token, url, 'GET');

    const refusal: unknown = await call(await tokens(config, {})).catch((cause: unknown) => cause);
    if (!(refusal instanceof client.WWWAuthenticateChallengeError)) throw refusal;
    const [{ scheme, parameters }] = refusal.cause;
    expect([refusal.status, scheme, parameters.error]).toEqual([
      401,
      'bearer',
      'insufficient_user_authentication',
    ]);
    const { acr_values } = parameters;
    const { status } = await call(await tokens(config, { acr_values: acr_values as string }));
    expect(status).toBe(200);
  });
});
