import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { basic, bearer, call, loggedAccount, post, refresh } from '../../support/a01.js';
import {
  CookieBrowser,
  exchange,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import type { TestServer } from '../../support/start-app.js';

const { wide } = THIRD_PARTIES;

type Parameters = Readonly<Record<string, string | undefined>>;
type Party = (typeof THIRD_PARTIES)[keyof typeof THIRD_PARTIES];

describe('a token does what its scope says (§5.1, D61)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
  });

  const codeFor = async (party: Party, parameters: Parameters = {}): Promise<string> =>
    (await (await browser.begin(party, parameters)).allow()).code;
  const statusOf = async (token: string) => (await loggedAccount(server, bearer(token))).status;

  describe('scope cuts down what the ruleset allows (§5.1)', () => {
    const search = (token: string) => call(server, 'provsearch', { identifier: BEN.email }, bearer(token));

    it('a client whose ruleset allows all may, with scope=account, call acc* only: 509', async () => {
      const { body } = await exchange(server, wide, await codeFor(wide, { scope: 'account' }));
      expect(body.scope).toBe('account');
      expect(await statusOf(body.access_token)).toBe(200);
      const refused = await search(body.access_token);
      expect([refused.status, refused.body.a01.ex.name]).toEqual([
        509,
        'FizApiKeyInsufficientRightsException',
      ]);
    });

    it('without a scope it may do what its ruleset allows', async () => {
      const { body } = await exchange(server, wide, await codeFor(wide));
      expect(body.scope).toBeUndefined();
      expect((await search(body.access_token)).status).toBe(200);
    });

    it('refreshing keeps the scope, and a scope parameter does not widen it', async () => {
      const { body } = await exchange(server, wide, await codeFor(wide, { scope: 'account' }));
      const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token, scope: 'account prov' };
      const renewed = (await post(server, '/token', form, basic(wide))).body;
      expect(await statusOf(renewed.access_token)).toBe(200);
      expect((await search(renewed.access_token)).status).toBe(509);
      const again = (await refresh(server, renewed.refresh_token, wide)).body;
      expect((await search(again.access_token)).status).toBe(509);
    });

    it('it does not widen a ruleset either', async () => {
      const { bare } = THIRD_PARTIES;
      const { body } = await exchange(server, bare, await codeFor(bare, { scope: 'account' }));
      expect(await statusOf(body.access_token)).toBe(509);
    });
  });
});
