import { describe, expect, it } from '@jest/globals';
import { basic, bearer } from '../../support/a01.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { THIRD_PARTIES, type CookieBrowser } from '../../support/authorization.js';
import { clientRowId, outdate, rows } from '../../support/database-rows.js';
import { decide, Device } from '../../support/devices.js';
import { ANNA, CLIENTS } from '../../support/fixtures.js';
import { request } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';
import {
  FAMILIES,
  refreshed,
  toldBy,
  toldIn,
  tokensOf,
  type OpenIdTokens,
} from '../../support/told-claims.js';

const { shop, strict } = THIRD_PARTIES;

let server: TestServer;
let browser: CookieBrowser;
useThirdParties(async (stage) => {
  ({ server, browser } = stage);
  await rows(server, 'DELETE FROM consent');
});

const ALL = 'openid profile email phone family';

describe('claims by scope (OpenID Connect Core §5.4, D395)', () => {
  const everything = () => ({
    name: 'Anna K.',
    preferred_username: ANNA.login,
    updated_at: expect.any(Number),
    email: ANNA.email,
    email_verified: true,
    phone_number: ANNA.msisdn,
    phone_number_verified: false,
    families: FAMILIES,
  });

  it('stand in the id_token of a client of profile interface, as at /userinfo, and again after a refresh', async () => {
    const tokens = await tokensOf(server, browser, { scope: ALL });
    expect(await toldBy(server, tokens)).toEqual(everything());
    expect(toldIn(tokens)).toEqual(everything());
    const next = await refreshed(server, tokens);
    expect(toldIn(next)).toEqual(everything());
    const narrowed = await refreshed(server, next, { scope: 'openid email' });
    expect(toldIn(narrowed)).toEqual({ email: ANNA.email, email_verified: true });
    expect(await toldBy(server, narrowed)).toEqual({ email: ANNA.email, email_verified: true });
  });

  it('do not stand in that of a strict client, unless its record says so', async () => {
    const minimal = await tokensOf(server, browser, { scope: ALL }, strict);
    expect([toldIn(minimal), await toldBy(server, minimal)]).toEqual([{}, everything()]);
    await settle(strict.id, 'scope');
    expect(toldIn(await tokensOf(server, browser, { scope: ALL }, strict))).toEqual(everything());
    await settle(strict.id, null);
  });

  it('do not stand in that of another whose record wants them minimal', async () => {
    await settle(shop.id, 'minimal');
    expect(toldIn(await tokensOf(server, browser, { scope: ALL }))).toEqual({});
    await settle(shop.id, null);
  });

  async function settle(client: string, value: string | null): Promise<void> {
    await rows(server, 'UPDATE client SET id_token_claims = $1 WHERE client_id = $2', [value, client]);
    await outdate(server, `client:${await clientRowId(server, client)}`);
  }

  it('stand in the id_token of a device', async () => {
    const device = new Device(server);
    await browser.signIn(ANNA);
    const codes = await device.codes({ scope: 'openid email' });
    await decide(browser, codes);
    const tokens = (await device.poll(codes)).body as unknown as OpenIdTokens;
    expect(toldIn(tokens)).toEqual({ email: ANNA.email, email_verified: true });
  });

  it('are what kube-apiserver reads: an address, that it is confirmed, and texts of families', async () => {
    const { id_token: idToken } = await tokensOf(server, browser, { scope: 'openid email family' });
    const { email, email_verified: isVerified, families } = toldIn({ id_token: idToken });
    expect([email, isVerified]).toEqual([ANNA.email, true]);
    const groups = (families as typeof FAMILIES).map(({ id, role }) => `family-${id}:${role}`);
    expect(groups).toEqual(['family-1:founder']);
  });

  it('stand in the id_token that a password gets', async () => {
    const form = {
      grant_type: 'password',
      username: ANNA.email,
      password: ANNA.password,
      scope: 'openid family',
    };
    const { body } = await request(server, { path: '/token', form, headers: basic(CLIENTS.app) });
    expect(toldIn(body as unknown as OpenIdTokens)).toEqual({ families: FAMILIES });
  });

  it('have language, time zone and the time of the change once the user chose them', async () => {
    await browser.signIn(ANNA);
    const form = { name: 'Anna K.', countryCode: 'DE', locale: 'fr', timeZone: '' };
    const before = await toldBy(server, await tokensOf(server, browser, { scope: 'openid profile' }));
    server.clock.advance({ minutes: 1 });
    expect((await browser.post('/account/profile', form)).status).toBeLessThan(400);
    const after = await toldBy(server, await tokensOf(server, browser, { scope: 'openid profile' }));
    expect(after).toMatchObject({ locale: 'fr', zoneinfo: 'Europe/Berlin' });
    expect(after.updated_at).toBe(Math.floor(server.clock.millis() / 1000));
    expect(after.updated_at).toBeGreaterThan(before.updated_at as number);
  });

  it('are told to the user beforehand: number, families and role', async () => {
    const tab = await browser.begin(shop, { scope: ALL });
    await tab.signIn(ANNA);
    const { text } = await tab.show();
    expect(text).toContain('see your name, user name, language and time zone');
    expect(text).toMatch(/see your phone number\s+<strong>\+4915112345678<\/strong>/);
    expect(text).toContain('see the families you belong to and your role in them');
  });

  it('phone and family are never granted unasked', async () => {
    const { access_token: token, id_token: idToken } = await tokensOf(server, browser, {});
    const { status } = await request(server, { path: '/userinfo', headers: bearer(token) });
    expect([status, idToken]).toEqual([403, undefined]);
  });
});
