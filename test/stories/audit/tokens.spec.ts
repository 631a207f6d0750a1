import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  basic,
  bearer,
  loggedAccount,
  post,
  refresh,
  send,
  tokensFor,
  type Body,
} from '../../support/a01.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  CookieBrowser,
  exchange,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { LegacyClient } from '../../support/legacy-client.js';
import { macHeader } from '../../support/mac-signer.js';
import type { TestServer } from '../../support/start-app.js';

const { app, provisioning, keeper } = CLIENTS;
const { shop } = THIRD_PARTIES;
const address = '127.0.0.1';

describe('audit of sign-ins, refusals, tokens and consent (D124, D125)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let anna: string;
  const secrets = new Set<string>([ANNA.password, BEN.password, 'wrong-one', 'no-such-token']);
  beforeAll(async () => {
    server = await startWithThirdParties({ AUDIT_REFRESHES: 'true' });
    trail = new AuditTrail(server);
    anna = await accountId(server, ANNA.email);
  });
  afterAll(() => server.close());
  beforeEach(() => server.clock.advance({ minutes: 31 }));

  const note = (tokens: Body): Body => {
    for (const text of [tokens.access_token, tokens.refresh_token, tokens.mac_key])
      if (text) secrets.add(text);
    return tokens;
  };
  const newestGrant = async (): Promise<string> => {
    const [{ id }] = await rows<{ id: string }>(server, 'SELECT max(id)::text AS id FROM token_grant');
    return `grant:${id}`;
  };
  const revoke = (token: string) => post(server, '/revoke', { token }, basic(app));

  it('a password is exchanged: a sign-in and a grant', async () => {
    const found = await trail.of(async () => note(await tokensFor(server, ANNA)));
    const who = { outcome: 'ok', client: app.id, account: anna, address };
    expect(found).toEqual([
      { ...who, action: 'signin' },
      { ...who, action: 'token.issued', target: await newestGrant(), details: { grant: 'password' } },
    ]);
  });

  it('a wrong password, for a known and an unknown account', async () => {
    const wrong = (identifier: string) =>
      new LegacyClient(server).signIn({ email: identifier, password: 'wrong-one' });
    const found = await trail.of(async () => {
      await wrong(ANNA.email);
      await wrong('nobody@family.example');
    });
    const refused = { action: 'signin', outcome: 'refused', address };
    expect(found).toEqual([{ ...refused, account: anna }, refused]);
  });

  it('continued guessing: the refusals of the throttle are one row with a count', async () => {
    let texts = 0;
    const wrong = () => new LegacyClient(server).signIn({ ...BEN, password: `wrong-one ${++texts}` });
    for (let i = 0; i < 5; i++) await wrong();
    const found = await trail.of(async () => {
      for (let i = 0; i < 7; i++) expect((await wrong()).status).toBe(429);
    });
    expect(found).toEqual([
      { action: 'attempt.throttled', outcome: 'refused', address, details: { count: 7 } },
    ]);
  });

  it('signing out, by the call and by the page', async () => {
    const client = new LegacyClient(server);
    await client.signIn(ANNA);
    const browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
    const found = await trail.of(async () => {
      await client.signOut();
      await browser.post('/sign-out');
    });
    const signedOut = { action: 'signout', outcome: 'ok', account: anna, address };
    expect(found).toEqual([signedOut, signedOut]);
  });

  it("a client's own token has no account", async () => {
    const found = await trail.of(async () =>
      note((await post(server, '/token', { grant_type: 'client_credentials' }, basic(provisioning))).body),
    );
    const details = { count: 1 };
    const target = await newestGrant();
    expect(found).toEqual([
      { action: 'client-token.issued', outcome: 'ok', client: provisioning.id, address, target, details },
    ]);
  });

  it.each([
    ['rotated', app],
    ['kept', keeper],
  ])(
    'a refresh token that is %s: one row, one more for its repetitions, one when it is stolen',
    async (how, client) => {
      const { refresh_token: token } = note(await tokensFor(server, ANNA, 'Bearer', client));
      const target = await newestGrant();
      const who = { client: client.id, account: anna, target, address };
      const again = async () => note((await refresh(server, token, client)).body);
      expect(await trail.of(again)).toEqual([{ ...who, action: 'token.refreshed', outcome: 'ok' }]);
      if (how === 'kept') return;
      const repeated = await trail.of(async () => {
        await again();
        await again();
      });
      expect(repeated).toEqual([{ ...who, action: 'token.repeated', outcome: 'ok', details: { count: 2 } }]);
      server.clock.advance({ seconds: 61 });
      const error = 'FizGrantInvalidException';
      const stolen = await trail.of(async () => {
        await refresh(server, token);
        await refresh(server, token);
      });
      const refused = { ...who, action: 'token.refused', outcome: 'refused' };
      expect(stolen).toMatchObject([
        { ...who, action: 'token.reused', outcome: 'refused' },
        { ...refused, details: { why: 'reused', count: 1 } },
        { ...refused, details: { count: 1 } },
      ]);
      expect(stolen.filter(({ details }) => details && details.error === error).length).toBeLessThanOrEqual(
        2,
      );
    },
  );

  it('many refreshes at once, in shared statements: a row for each', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => tokensFor(server, ANNA)));
    const found = await trail.of(() =>
      Promise.all(made.map(async (tokens) => note((await refresh(server, note(tokens).refresh_token)).body))),
    );
    expect(new Set(found.map(({ target }) => target)).size).toBe(12);
    expect(new Set(found.map(({ action }) => action))).toEqual(new Set(['token.refreshed']));
  });

  it('revoking an access token, then its grant, then nothing any more', async () => {
    const tokens = note(await tokensFor(server, ANNA));
    const target = await newestGrant();
    const event = { action: 'token.revoked', outcome: 'ok', client: app.id, account: anna, target, address };
    const found = await trail.of(async () => {
      await revoke(tokens.access_token);
      await revoke(tokens.access_token);
      await revoke(tokens.refresh_token);
      await revoke(tokens.refresh_token);
    });
    expect(found).toEqual([{ ...event, details: { only: 'access token' } }, event]);
  });

  it('an unknown token, a wrong client secret, a forbidden call: one row each, however often', async () => {
    const thrice = async (work: () => Promise<unknown>) => {
      for (let i = 0; i < 3; i++) await work();
    };
    const { access_token: token } = note(await tokensFor(server, ANNA));
    const found = await trail.of(async () => {
      await thrice(() => loggedAccount(server, bearer('no-such-token')));
      await thrice(() =>
        post(server, '/token', { grant_type: 'client_credentials' }, basic({ ...app, secret: 'wrong-one' })),
      );
      await thrice(() => post(server, '/token', {}, basic({ id: 'wrong-one', secret: 'x' })));
      await thrice(() => send(server, 'POST', '/api/prov/search?email=a@b.example', bearer(token)));
    });
    const refused = { outcome: 'refused', address };
    expect(found).toEqual([
      {
        ...refused,
        action: 'token.refused',
        target: 'call:accgetloggedaccount',
        details: { error: 'FizAccessTokenInvalidException', count: 3 },
      },
      {
        ...refused,
        action: 'client.refused',
        client: app.id,
        target: 'call:oauth2token',
        details: { error: expect.any(String) as unknown, why: 'wrong secret', count: 3 },
      },
      {
        ...refused,
        action: 'client.refused',
        target: 'call:oauth2token',
        details: { error: expect.any(String) as unknown, why: 'unknown or disabled client_id', count: 3 },
      },
      {
        ...refused,
        action: 'call.denied',
        client: app.id,
        account: anna,
        target: 'call:provsearch',
        details: { error: 'FizApiKeyInsufficientRightsException', count: 3 },
      },
    ]);
  });

  it('a MAC request that is replayed', async () => {
    const mac = note(await tokensFor(server, ANNA, 'Mac'));
    const url = `${server.url}/api/acc/getloggedaccount`;
    const signed = macHeader({ id: mac.access_token, key: mac.mac_key, url, ts: server.clock.seconds });
    const found = await trail.of(async () => {
      await loggedAccount(server, signed);
      await loggedAccount(server, signed);
    });
    expect(found).toMatchObject([
      {
        action: 'token.refused',
        outcome: 'refused',
        address,
        details: { why: 'nonce already used', count: 1 },
      },
    ]);
  });

  it('an expired access token is normal: no row', async () => {
    const { access_token: token } = note(await tokensFor(server, ANNA));
    server.clock.advance({ minutes: 61 });
    const found = await trail.of(async () =>
      expect((await loggedAccount(server, bearer(token))).status).toBe(401),
    );
    expect(found).toEqual([]);
  });

  it('a third party: consent, code, tokens, the code again; consent that is remembered, declined, ended', async () => {
    const browser = new CookieBrowser(server);
    const who = { client: shop.id, account: anna };
    let code = '';
    const connected = await trail.of(async () => {
      ({ code } = await browser.connect(ANNA, shop));
      secrets.add(code);
      note((await exchange(server, shop, code)).body);
    });
    const target = await newestGrant();
    expect(connected).toMatchObject([
      { ...who, action: 'signin', outcome: 'ok', address },
      { ...who, action: 'consent.allowed', outcome: 'ok', address, target: expect.any(String) as unknown },
      {
        ...who,
        action: 'token.issued',
        outcome: 'ok',
        address,
        target,
        details: { grant: 'authorization_code' },
      },
    ]);
    const reused = await trail.of(() => exchange(server, shop, code));
    expect(reused).toMatchObject([
      { ...who, action: 'code.reused', outcome: 'refused', target, address },
      { action: 'token.refused', outcome: 'refused', client: shop.id, address },
    ]);

    const repeated = await trail.of(async () => {
      secrets.add((await browser.connect(ANNA, shop)).code);
    });
    expect(repeated.at(-1)).toEqual({ ...who, action: 'consent.repeated', outcome: 'ok', address });

    note((await exchange(server, shop, await browser.codeFor(shop))).body);
    const ended = await trail.of(() => browser.post('/account/disconnect', { client: shop.id }));
    expect(ended).toEqual([
      { ...who, action: 'token.revoked', outcome: 'ok', target: await newestGrant() },
      { ...who, action: 'consent.ended', outcome: 'ok', address },
    ]);

    const declined = await trail.of(async () => (await browser.begin(shop)).deny());
    expect(declined).toEqual([{ ...who, action: 'consent.declined', outcome: 'refused', address }]);
  });

  it('contains no secret, no name and no address of any person', async () => {
    const text = await trail.text();
    const personal = [
      ANNA.email,
      ANNA.msisdn,
      ANNA.login,
      BEN.email,
      'Anna',
      'Ben',
      'nobody@',
      'The Ks',
      'device-1',
    ];
    expect(secrets.size).toBeGreaterThan(20);
    expect([...secrets, ...personal].filter((each) => text.includes(each))).toEqual([]);
  });
});
