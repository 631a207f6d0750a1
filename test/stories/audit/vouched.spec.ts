import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, post } from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { accountId } from '../../support/database-rows.js';
import { BEN, CLIENTS } from '../../support/fixtures.js';
import { IdentityProvider } from '../../support/identity-provider.js';
import { JwksServer } from '../../support/jwks-server.js';
import {
  CLEO,
  ISSUER,
  linkOf,
  PORTAL,
  present,
  startWithPartners,
  TELCO,
} from '../../support/single-sign-on.js';
import type { TestServer } from '../../support/start-app.js';

const address = '127.0.0.1';

describe('audit of single sign-on (D124)', () => {
  let server: TestServer;
  let portal: IdentityProvider;
  let published: JwksServer;
  let trail: AuditTrail;
  let cleo: string;
  beforeAll(async () => {
    portal = await IdentityProvider.make(ISSUER);
    published = await JwksServer.start();
    published.keys = [(await IdentityProvider.make(TELCO.id)).publicKey];
    server = await startWithPartners(portal, published);
    trail = new AuditTrail(server);
    cleo = await accountId(server, CLEO.email);
  });
  afterAll(async () => {
    await server.close();
    await published.close();
  });

  const spend = (validationToken: string) =>
    post(
      server,
      '/api/log2/generateaccesstokenbyvalidationtoken',
      { validationToken, tokentype: 'Bearer', deviceId: 'd' },
      basic(CLIENTS.app),
    );

  it('a validation token is minted, exchanged, and refused the second time', async () => {
    let token = '';
    const by = { client: CLIENTS.app.id, account: cleo };
    const found = await trail.of(async () => {
      const form = { identifier: CLEO.email };
      token = (await post(server, '/api/log2/createvalidationtoken', form, basic(CLIENTS.app))).body.a01.r.r;
      expect((await spend(token)).status).toBe(200);
      expect((await spend(token)).status).toBe(401);
    });
    expect(found).toMatchObject([
      { ...by, action: 'validation-token.minted', outcome: 'ok', address },
      { ...by, action: 'validation-token.exchanged', outcome: 'ok', address },
      { ...by, action: 'token.issued', outcome: 'ok', address, details: { grant: 'validation-token' } },
      { action: 'validation-token.refused', outcome: 'refused', client: CLIENTS.app.id, address },
    ]);
    expect(found).toHaveLength(4);
    expect(await trail.text()).not.toContain(token);
  });

  it('an assertion is exchanged, or refused with the reason', async () => {
    const by = { client: PORTAL.id, address };
    const found = await trail.of(async () => {
      await present(server, await portal.assert(server, { sub: CLEO.id }));
      await present(server, await portal.assert(server, { sub: CLEO.id, aud: 'https://elsewhere.example' }));
    });
    expect(found).toMatchObject([
      { ...by, action: 'assertion.exchanged', outcome: 'ok', account: cleo },
      { ...by, action: 'token.issued', outcome: 'ok', account: cleo, details: { grant: 'assertion' } },
      { ...by, action: 'assertion.refused', outcome: 'refused' },
    ]);
    expect(found).toHaveLength(3);
  });

  it('a user connects an account with a partner, or declines', async () => {
    const ben = await accountId(server, BEN.email);
    const decide = (sub: string, decision: string) => async () => {
      const path = linkOf(server, await present(server, await portal.assert(server, { sub })));
      const browser = new CookieBrowser(server);
      await browser.post(`${path}/sign-in`, { identifier: BEN.email, password: BEN.password });
      const { text } = await browser.get(path);
      const account = /name="account" value="(\d+)"/.exec(text)?.[1] ?? '';
      await browser.post(`${path}/decision`, { decision, account });
    };
    const found = await trail.of(decide('stealthy-1', 'connect'));
    const declined = await trail.of(decide('stealthy-2', 'deny'));
    const by = { account: ben, address };
    expect([found.at(-1), declined.at(-1)]).toEqual([
      {
        ...by,
        action: 'account.linked',
        outcome: 'ok',
        target: `account:${ben}`,
        details: { issuer: ISSUER, by: 'user', identifier: expect.stringMatching(/^\d+$/) as unknown },
      },
      { ...by, action: 'account.link-declined', outcome: 'refused', details: { issuer: ISSUER } },
    ]);
  });

  it("contains no secret, and nothing about the partner's users", async () => {
    const text = await trail.text();
    expect(['@', CLEO.id, 'Cleo', 'stealthy', CLEO.password].filter((each) => text.includes(each))).toEqual(
      [],
    );
  });
});
