import { beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import { SecondFactor } from '../../../src/identity/sessions/second-factor.js';
import { basic, post, type Body } from '../../support/a01.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import {
  authorizePath,
  consentFormOf,
  type CookieBrowser,
  exchange,
  pkceOf,
  redirectOf,
  THIRD_PARTIES,
  VERIFIER,
  type Tab,
} from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { protect, stepBy } from '../../support/second-step.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, strict } = THIRD_PARTIES;
const PASSWORD = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
const MFA = 'https://refeds.org/profile/mfa';
const PASSKEY = 'http://schemas.openid.net/pape/policies/2007/06/phishing-resistant';
const UNMET = 'unmet_authentication_requirements';

type Tokens = Body & { readonly id_token: string };

describe('acr_values at /authorize (OpenID Connect Core §3.1.2.1, D251)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    await rows(server, 'DELETE FROM consent');
    await rows(server, 'DELETE FROM totp');
    stepBy(server, 'code');
  });

  const begin = (acr_values: string, more: Record<string, string> = {}): Promise<Tab> =>
    browser.begin(shop, { scope: 'openid', acr_values, ...more });
  const beginStrict = (acr_values: string): Promise<Tab> =>
    browser.begin(strict, { scope: 'openid', acr_values, ...pkceOf() });
  /** Follows the challenge until it requires nothing more. */
  async function finish(tab: Tab): Promise<Record<string, unknown>> {
    const page = await tab.show();
    const next = page.headers.location;
    const back = next?.startsWith('/challenge') ? await browser.get(next) : page;
    const consent = () => tab.decide({ ...consentFormOf(back), decision: 'allow' });
    const done = redirectOf(back.status === 302 ? back : await consent());
    const { body } = await exchange(server, shop, done.code);
    return decodeJwt((body as Tokens).id_token);
  }

  describe('of an account with a second factor', () => {
    // The session is older than the second factor; a trusted browser would behave alike.
    beforeEach(async () => {
      await browser.signIn(ANNA);
      await protect(server, ANNA.email);
    });

    it('lead a weaker sign-in to the second step, and the id_token has method and time', async () => {
      const tab = await begin(MFA);
      server.clock.advance({ minutes: 2 });
      const { status, headers } = await tab.show();
      expect([status, headers.location]).toEqual([303, `${tab.path}&stepped=1`]);
      expect(await finish(tab)).toMatchObject({
        ...{ acr: MFA, amr: ['pwd', 'otp', 'mfa'], auth_time: server.clock.seconds },
      });
    });

    it('require nothing if the session is strong enough, whichever client asks next', async () => {
      const first = await begin(MFA);
      await finish(first);
      const answer = redirectOf(await browser.get(authorizePath(shop, { scope: 'openid', acr_values: MFA })));
      expect(answer.status).toBe(302);
    });

    it('with several values require the strongest reachable one', async () => {
      const tab = await begin(`${PASSKEY} ${PASSWORD} ${MFA}`);
      expect(await finish(tab)).toMatchObject({ acr: MFA });
    });

    it('reached by a password require no more', async () => {
      const tab = await begin(PASSWORD);
      expect(await finish(tab)).toMatchObject({ acr: PASSWORD, amr: ['pwd'] });
    });

    it('unreachable here are only a preference: the strongest is not forced', async () => {
      const tab = await begin(PASSKEY);
      expect(await finish(tab)).toMatchObject({ acr: PASSWORD });
    });

    it('without a page: login_required while the account could do more', async () => {
      const { id_token: idToken } = await connected();
      const unseen = authorizePath(shop, { scope: 'openid', prompt: 'none', acr_values: MFA });
      expect(redirectOf(await browser.get(unseen)).parameters).toMatchObject({ error: 'login_required' });
      expect(decodeJwt(idToken)).toMatchObject({ acr: PASSWORD });
    });

    it('are in the tokens of a refresh and in an introspection', async () => {
      const tab = await begin(MFA);
      const back = (await tab.show()).headers.location as string;
      const { account } = await accountIn(back);
      const answer = redirectOf(await browser.post(tab.step('consent'), { account, decision: 'allow' }));
      const { body } = await exchange(server, shop, answer.code);
      const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token };
      const refreshed = (await post(server, '/token', form, basic(shop))).body as Tokens;
      expect(decodeJwt(refreshed.id_token)).toMatchObject({ acr: MFA, amr: ['pwd', 'otp', 'mfa'] });
      for (const token of [refreshed.access_token, refreshed.refresh_token]) {
        const { body: told } = await post(server, '/introspect', { token }, basic(shop));
        expect(told).toMatchObject({ active: true, acr: MFA, auth_time: server.clock.seconds });
      }
    });

    it('do not repeat a step that reached less than it could', async () => {
      const factor = server.get(SecondFactor);
      Object.assign(factor, { reachOf: () => Promise.resolve(PASSKEY) });
      const tab = await begin(PASSKEY);
      expect(await finish(tab)).toMatchObject({ acr: MFA });
      delete (factor as Partial<SecondFactor>).reachOf;
    });

    async function connected(): Promise<Tokens> {
      const code = await browser.codeFor(shop, { scope: 'openid' });
      return (await exchange(server, shop, code)).body as Tokens;
    }
    async function accountIn(path: string): Promise<{ account: string }> {
      expect((await browser.get(path)).text).toContain('value="allow"');
      return { account: await accountId(server, ANNA.email) };
    }
  });

  describe('of an account with only a password', () => {
    it('are an unmet preference: the id_token has the actual value', async () => {
      const tab = await begin(`${PASSKEY} ${MFA}`);
      await tab.signIn(ANNA);
      expect(await finish(tab)).toMatchObject({ acr: PASSWORD, amr: ['pwd'] });
    });

    it('without a page: no error, since asking would not help', async () => {
      await browser.connect(ANNA, shop, { scope: 'openid' });
      const unseen = authorizePath(shop, { scope: 'openid', prompt: 'none', acr_values: MFA });
      expect(redirectOf(await browser.get(unseen)).parameters).toHaveProperty('code');
    });

    it('are refused to a strict client, with the reason', async () => {
      const tab = await beginStrict(MFA);
      await tab.signIn(ANNA);
      const { parameters } = redirectOf(await tab.show());
      expect(parameters).toMatchObject({ error: UNMET, state: 'st', iss: server.url });
      const consent = { decision: 'allow', account: await accountId(server, ANNA.email) };
      expect((await tab.decide(consent)).headers.location).toBe(tab.path);
      const unseen = authorizePath(strict, { prompt: 'none', acr_values: MFA, scope: 'openid', ...pkceOf() });
      expect(redirectOf(await browser.get(unseen)).parameters).toMatchObject({ error: UNMET });
    });

    it('are met by a weaker value that the strict client also lists', async () => {
      const tab = await beginStrict(`${MFA} ${PASSWORD}`);
      await tab.signIn(ANNA);
      const { code } = await tab.allow();
      const { body } = await exchange(server, strict, code, { code_verifier: VERIFIER });
      expect(decodeJwt((body as Tokens).id_token)).toMatchObject({ acr: PASSWORD });
    });
  });

  it('unknown to Hearth are refused to a strict client at once, and ignored for others', async () => {
    const asked = { scope: 'openid', acr_values: 'urn:mace:incommon:iap:silver', ...pkceOf() };
    expect(redirectOf(await browser.get(authorizePath(strict, asked))).parameters).toMatchObject({
      error: UNMET,
      error_description: 'The user can sign in in none of the ways that acr_values or claims ask for.',
    });
    expect((await (await begin('0 1')).show()).text).toContain('name="password"');
  });
});
