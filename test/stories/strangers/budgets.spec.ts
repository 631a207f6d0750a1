import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { basic, bearer } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  authorizePath,
  CookieBrowser,
  pkceOf,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { from, request, type RawAnswer } from '../../support/http.js';
import { invited } from '../../support/invitations.js';
import type { TestServer } from '../../support/start-app.js';
import { newCipher } from '../../support/web-flow.js';

const { shop, garden } = THIRD_PARTIES;
const PARTNER = {
  id: 'partner',
  secret: 'partner-secret-1',
  name: 'Partner',
  redirectUri: 'https://partner.example/cb',
};
const PARTNERS_SERVER = '203.0.113.7';
const BUDGETS = {
  NETWORK_AUTHORIZATIONS: '4',
  NETWORK_STATE_SECRETS: '3',
  NETWORK_MAILED_LINKS: '3',
  CLIENT_AUTHORIZATIONS: '6',
  CLIENT_STATE_SECRETS: '5',
};

/** An address that no other test used. */
let last = 0;
const newAddress = (): string => `198.51.100.${++last}`;

describe('pending requests of strangers are limited (D170)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties({ TRUST_PROXY: '127.0.0.1', ...BUDGETS });
    const { id, secret, name, redirectUri } = PARTNER;
    const rules = { ruleset: 'WEB', clientType: 'confidential' as const, isPrivileged: false };
    const networks = { redirectUrls: [redirectUri], serverNetworks: [PARTNERS_SERVER, '2001:db8:aa::/48'] };
    await server
      .get(Bootstrap)
      .apply({ clients: [{ clientId: id, clientSecret: secret, name, ...rules, ...networks }] });
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.advance({ minutes: 61 })); // every budget is whole again

  const authorize = (
    address: string,
    party = shop as typeof PARTNER,
    more: Parameters<typeof authorizePath>[1] = {},
  ) => request(server, { path: authorizePath(party, more), headers: from(address) });
  const statuses = async (times: number, send: () => Promise<RawAnswer>): Promise<number[]> => {
    const found: number[] = [];
    for (let i = 0; i < times; i++) found.push((await send()).status);
    return found;
  };
  const contexts = () => count(server, 'authorization_context');

  describe('authorizations', () => {
    // I4.2-43, I8-12
    it('of one network: a budget at once, then 429 as a page with the time to retry', async () => {
      const [here, there] = [newAddress(), newAddress()];
      expect(await statuses(4, () => authorize(here))).toEqual([302, 302, 302, 302]);
      const before = await contexts();
      const { status, headers, text } = await request(server, {
        path: authorizePath(shop),
        headers: { ...from(here), 'Accept-Language': 'de' },
      });
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([429, '150', 'no-store']);
      expect([headers['content-type'], headers.location]).toEqual(['text/html; charset=utf-8', undefined]);
      expect(text).toContain('Aus Ihrem Netz wurden gerade sehr viele Anmeldungen begonnen.');
      expect(await contexts()).toBe(before);
      expect(await statuses(1, () => authorize(there))).toEqual([302]);
    });

    it('of all clients together, because anyone may name any of them', async () => {
      const here = newAddress();
      expect(await statuses(2, () => authorize(here))).toEqual([302, 302]);
      expect(await statuses(3, () => authorize(here, garden))).toEqual([302, 302, 429]);
    });

    it('recover evenly, and never beyond the budget', async () => {
      const here = newAddress();
      await statuses(4, () => authorize(here));
      server.clock.advance({ seconds: 149 });
      expect((await authorize(here)).headers['retry-after']).toBe('1');
      server.clock.advance({ seconds: 1 });
      expect(await statuses(2, () => authorize(here))).toEqual([302, 429]);
      server.clock.advance({ minutes: 30 });
      expect(await statuses(5, () => authorize(here))).toEqual([302, 302, 302, 302, 429]);
    });

    it('of an IPv6 network count for its /64, and a /48 has sixteen times as many', async () => {
      const at = (network: number, host = 1): string => `2001:db8:1:${network.toString(16)}::${host}`;
      expect(await statuses(4, () => authorize(at(0)))).toEqual([302, 302, 302, 302]);
      expect(await statuses(1, () => authorize(at(0, 2)))).toEqual([429]);
      for (let network = 1; network < 16; network++)
        expect(await statuses(4, () => authorize(at(network)))).toEqual([302, 302, 302, 302]);
      expect(await statuses(1, () => authorize(at(16)))).toEqual([429]);
      expect(await statuses(1, () => authorize('2001:db8:2::1'))).toEqual([302]);
    });

    it('of a client’s own servers have their own budget, wherever else it is used', async () => {
      const partner = () => authorize(PARTNERS_SERVER, PARTNER);
      expect(await statuses(7, partner)).toEqual([302, 302, 302, 302, 302, 302, 429]);
      expect((await partner()).headers['retry-after']).toBe('100');
      expect(await statuses(1, () => authorize('2001:db8:aa:1::1', PARTNER))).toEqual([429]);
      // Others there, and the client elsewhere, are on the budgets of their networks.
      expect(await statuses(1, () => authorize(PARTNERS_SERVER))).toEqual([302]);
      expect(await statuses(5, () => authorize('203.0.113.8', PARTNER))).toEqual([302, 302, 302, 302, 429]);
    });

    it('of a signed-in user continue, on their own budget, when others used up that of the network', async () => {
      const here = newAddress();
      const browser = new CookieBrowser(server, from(here));
      await browser.signIn(BEN);
      await statuses(4, () => authorize(here));
      expect(await statuses(5, () => browser.get(authorizePath(shop)))).toEqual([302, 302, 302, 302, 429]);
      const forged = {
        Cookie: 'JSESSIONID=s%3Anobody.xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
        ...from(here),
      };
      expect((await request(server, { path: authorizePath(shop), headers: forged })).status).toBe(429);
    });

    it('by prompt=none, and refused requests, write nothing and spend nothing', async () => {
      const here = newAddress();
      const before = await contexts();
      for (const more of [
        { prompt: 'none' },
        { nonce: 'n'.repeat(256) },
        { redirect_uri: 'https://evil.test' },
      ])
        await statuses(5, () => authorize(here, shop, more));
      expect(await contexts()).toBe(before);
      expect(await statuses(1, () => authorize(here))).toEqual([302]);
    });

    it('refused by the budget are counted for the operator, not written one by one', async () => {
      const here = newAddress();
      const events = await new AuditTrail(server).of(() => statuses(24, () => authorize(here)));
      const details = { budget: 'authorizations', of: 'network', count: 20 };
      expect(events).toEqual([{ action: 'budget.spent', outcome: 'refused', address: here, details }]);
      const metrics = await (await fetch(`${server.url}/metrics`)).text();
      expect(metrics).toMatch(
        /^hearth_budgets_spent_total\{budget="authorizations",of="network"\} [1-9]\d*$/m,
      );
    });

    it('pending at one time: at most twice the budget; expired ones are deleted, and their count too', async () => {
      const here = newAddress();
      await server.get(CleanUp).run();
      await rows(server, 'DELETE FROM authorization_context');
      let open = 0;
      for (let second = 0; second < 1200; second += 30) {
        await statuses(2, () => authorize(here));
        await server.get(CleanUp).run();
        open = Math.max(open, await contexts());
        server.clock.advance({ seconds: 30 });
      }
      expect(open).toBe(8);
      server.clock.advance({ minutes: 61 });
      await server.get(CleanUp).run();
      expect([await contexts(), await count(server, 'budget')]).toEqual([0, 0]);
    });
  });

  describe('state secrets', () => {
    const ask = (address: string, headers: Record<string, string> = {}) =>
      request(server, {
        path: '/api/web/generatestatesecret',
        form: { stateRandomCipher: newCipher() },
        headers: { ...from(address), ...headers },
      });

    // I8-12
    it('of one network, without client authentication: 429 in the envelope', async () => {
      const here = newAddress();
      expect(await statuses(3, () => ask(here))).toEqual([200, 200, 200]);
      const before = await count(server, 'web_state');
      const { status, headers, body } = await ask(here);
      expect([status, headers['retry-after']]).toEqual([429, '200']);
      expect(body.a01.ex).toMatchObject({ name: 'FizTooManyAttemptsException', type: 'Ex', value: '429' });
      expect(await count(server, 'web_state')).toBe(before);
    });

    it('of a client, by its secret or its own token, use its budget from any address', async () => {
      const here = newAddress();
      const { body } = await request(server, {
        path: '/token',
        form: { grant_type: 'client_credentials' },
        headers: { ...from(here), ...basic(CLIENTS.app) },
      });
      expect(await statuses(3, () => ask(here, basic(CLIENTS.app)))).toEqual([200, 200, 200]);
      expect(await statuses(3, () => ask(newAddress(), bearer(body.access_token)))).toEqual([200, 200, 429]);
      expect(await statuses(3, () => ask(here))).toEqual([200, 200, 200]);
      expect(await statuses(1, () => ask(newAddress(), basic(CLIENTS.keeper)))).toEqual([200]);
    });

    it('by a user’s token use the budget of the network: no user spends the client’s', async () => {
      const here = newAddress();
      const { body } = await request(server, {
        path: '/token',
        form: { grant_type: 'password', username: ANNA.email, password: ANNA.password },
        headers: { ...from(here), ...basic(CLIENTS.app) },
      });
      expect(await statuses(4, () => ask(here, bearer(body.access_token)))).toEqual([200, 200, 200, 429]);
      expect(await statuses(1, () => ask(here, basic(CLIENTS.app)))).toEqual([200]);
    });
  });

  describe('mailed links', () => {
    const forgot = (address: string, identifier: string) =>
      new CookieBrowser(server, from(address)).post('/forgot-password', { identifier });

    // I8-12
    it('requested from one network: 429 on the page, for any account', async () => {
      for (const someone of [(i: number) => `nobody${i}@x.example`, () => BEN.email]) {
        const here = newAddress();
        for (let i = 0; i < 3; i++) expect((await forgot(here, someone(i))).status).toBe(200);
        const { status, headers, text } = await forgot(here, ANNA.email);
        expect([status, headers['retry-after']]).toEqual([429, '1200']);
        expect(text).toContain('There were many requests from your network');
        await server.get(LateLinks).settled();
      }
      const asked = await rows(
        server,
        `SELECT FROM invitation i JOIN account a ON a.id = i.account_id WHERE a.name = 'Anna K.'`,
      );
      expect(asked).toEqual([]);
    });

    it('that replace an invitation count too', async () => {
      const here = newAddress();
      const { path } = await invited(server);
      server.clock.advance({ days: 8 });
      for (let i = 0; i < 3; i++) await forgot(here, `nobody${i}@y.example`);
      const browser = new CookieBrowser(server, from(here));
      const { status, headers, text } = await browser.post(`${path}/resend`);
      expect([status, headers['retry-after']]).toEqual([429, '1200']);
      expect(text).toContain('There were many requests from your network');
      expect((await new CookieBrowser(server, from(newAddress())).post(`${path}/resend`)).status).toBe(200);
    });
  });

  it('an accepted authorization continues, whatever the others do', async () => {
    const here = newAddress();
    const browser = new CookieBrowser(server, from(here));
    const tab = await browser.begin(shop, pkceOf());
    await statuses(20, () => authorize(here));
    await tab.signIn(ANNA);
    expect((await tab.allow()).code).toMatch(/^[\w-]{43}$/);
  });
});
