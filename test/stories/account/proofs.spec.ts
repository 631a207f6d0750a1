import { describe, expect, it } from '@jest/globals';
import { AccountRoles } from '../../../src/identity/accounts/account-roles.js';
import type { LinkRequest } from '../../../src/identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../../../src/identity/mailed-links/mailed-links.service.js';
import { Database } from '../../../src/platform/database/database.js';
import { protect } from '../../support/authenticator.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { CookieBrowser, redirectOf, THIRD_PARTIES } from '../../support/authorization.js';
import { clientRowId, count, rows } from '../../support/database-rows.js';
import { settleFactor } from '../../support/device-passwords.js';
import { decide, Device, typeCode } from '../../support/devices.js';
import { CLIENTS } from '../../support/fixtures.js';
import { newestMessage, newMember, type Member } from '../../support/forgotten-password.js';
import { newEmail } from '../../support/invitations.js';
import { decide as decideOn, signInFor } from '../../support/proposals.js';
import type { TestServer } from '../../support/start-app.js';

const { shop, strict } = THIRD_PARTIES;

describe('each proof counts by itself, with its own time (D253)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  let me: Member;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    me = await newMember(server);
    await browser.signIn(me);
  });

  const confirmFor = (path: string) => `/confirm?next=${encodeURIComponent(path)}`;
  const isSignedIn = async (one: CookieBrowser) => (await one.get('/account')).status === 200;

  it.each([shop, strict])(
    'an old passkey does not strengthen a new password confirmation, at $name',
    async (party) => {
      const isStrict = party === strict;
      const old = server.clock.millis() - 3 * 60 * 60 * 1000;
      await rows(
        server,
        `UPDATE session SET data = data || jsonb_build_object('methods', '["passkey"]'::jsonb, 'signedInAt', $2::bigint) WHERE account_id = $1 RETURNING 1`,
        [me.id, old],
      );
      const asked = { prompt: 'login', max_age: '60', ...(isStrict && { scope: 'openid profile' }) };
      const challenge = isStrict ? { code_challenge: 'x'.repeat(43), code_challenge_method: 'S256' } : {};
      const tab = await browser.begin(party, { ...asked, ...challenge });
      // Signs in for this request only, then continues with the older session.
      const session = browser.cookies.get('JSESSIONID') as string;
      browser.cookies.delete('JSESSIONID');
      await tab.signIn(me);
      browser.cookies.set('JSESSIONID', session);
      await tab.allow();
      const [code] = await rows<{ methods: string[] | null; at: string }>(
        server,
        `SELECT methods, extract(epoch FROM auth_time) * 1000 AS at FROM authorization_code WHERE account_id = $1`,
        [me.id],
      );
      expect([code.methods, Number(code.at)]).toEqual([null, server.clock.millis()]); // a password, now
    },
  );

  describe('five minutes after the sign-in', () => {
    it('an app gets new permissions after a confirmation, and existing ones at once', async () => {
      server.clock.advance({ minutes: 6 });
      const tab = await browser.begin(shop);
      const asked = await tab.show();
      expect([asked.status, asked.headers.location]).toEqual([303, confirmFor(tab.path)]);
      const late = await tab.decide({ account: me.id, decision: 'allow' });
      expect([late.status, late.headers.location]).toEqual([303, tab.path]);
      expect(await count(server, 'consent', `account_id = ${me.id}`)).toBe(0);
      const confirmed = await browser.post(asked.headers.location as string, { current: me.password });
      expect(confirmed.headers.location).toBe(tab.path);
      await tab.allow();
      server.clock.advance({ minutes: 6 });
      redirectOf(await (await browser.begin(shop)).show());
      const again = await browser.begin(shop, { prompt: 'consent' });
      expect((await again.show()).headers.location).toBe(confirmFor(again.path));
    });

    it('declining an app takes effect at once', async () => {
      const tab = await browser.begin(shop);
      server.clock.advance({ minutes: 6 });
      expect((await tab.deny()).parameters.error).toBe('access_denied');
    });

    it('a sign-in for one request only is asked for again after five minutes', async () => {
      const tab = await new CookieBrowser(server).begin(shop);
      await tab.signIn(me);
      tab.browser.cookies.delete('JSESSIONID');
      server.clock.advance({ minutes: 6 });
      expect((await tab.show()).text).toContain('autocomplete="current-password"');
      await tab.signIn(me);
      await tab.allow();
    });

    it('a device is allowed after a confirmation, and the code stays in the address', async () => {
      const codes = await new Device(server).codes();
      server.clock.advance({ minutes: 6 });
      const path = `/device?user_code=${codes.user_code}`;
      for (const asked of [
        await browser.get(path),
        await typeCode(browser, codes.user_code),
        await browser.post('/device/decision', { ...codes, account: me.id, decision: 'allow' } as never),
      ])
        expect([asked.status, asked.headers.location]).toEqual([303, confirmFor(path)]);
      await browser.post(confirmFor(path), { current: me.password });
      expect((await decide(browser, codes)).status).toBe(200);
    });
  });

  it('a link that adds a way in asks for the factor, even in a trusted browser', async () => {
    const { app } = await protect(server, browser);
    const trusting = new CookieBrowser(server);
    await trusting.signIn(me);
    await trusting.post('/sign-in/code', { code: app.next(), trust: 'yes' });
    const asked: LinkRequest = {
      ...{ kind: 'confirmation', accountId: me.id, identifierId: null, familyId: null },
      added: { type: 'Email', value: newEmail() },
      clientId: await clientRowId(server, CLIENTS.app.id),
    };
    await server.get(Database).transaction((tx) => server.get(MailedLinks).issue(tx, asked));
    const { path } = await newestMessage(server, me.id);
    server.clock.advance({ seconds: 1 });
    await signInFor(trusting, path, me);
    const shown = await trusting.get(path);
    expect([shown.status, shown.headers.location]).toEqual([303, confirmFor(path)]);
    expect((await decideOn(trusting, path)).headers.location).toBe(path);
    const proven = await trusting.post(`/confirm/factor?next=${encodeURIComponent(path)}`, {
      code: app.next(),
    });
    expect(proven.headers.location).toBe(path);
    expect((await decideOn(trusting, path)).status).toBe(200);
    const [{ n }] = await rows<{ n: number }>(
      server,
      'SELECT count(*)::int AS n FROM account_identifier WHERE account_id = $1',
      [me.id],
    );
    expect(n).toBe(2);
  });

  it('the first factor ends other sign-ins, and so do new codes', async () => {
    const thief = new CookieBrowser(server);
    await thief.signIn(me);
    const { app } = await protect(server, browser);
    expect([await isSignedIn(thief), await isSignedIn(browser)]).toEqual([false, true]);
    await thief.signIn(me);
    await thief.post('/sign-in/code', { code: app.next(), trust: 'yes' });
    await browser.post('/account/second-factor/remove');
    await protect(server, browser);
    expect([await isSignedIn(thief), await isSignedIn(browser)]).toEqual([false, true]);
    expect((await thief.signIn(me)).headers.location).toBe('/sign-in/code'); // the trust ended too
  });

  it('an account with a role trusts no browser, and earlier trust no longer counts', async () => {
    const { app } = await protect(server, browser);
    const trusting = new CookieBrowser(server);
    await trusting.signIn(me);
    expect((await trusting.get('/sign-in/code')).text).toContain('name="trust"');
    await trusting.post('/sign-in/code', { code: app.next(), trust: 'yes' });
    expect((await trusting.signIn(me)).headers.location).toBe('/account');
    await settleFactor(server, me.id); // this month's codes would end with the role
    await server.get(Database).transaction((tx) => server.get(AccountRoles).change(tx, me.id, 'support'));
    expect(await isSignedIn(trusting)).toBe(false);
    expect((await trusting.signIn(me)).headers.location).toBe('/sign-in/code');
    expect((await trusting.get('/sign-in/code')).text).not.toContain('name="trust"');
    await trusting.post('/sign-in/code', { code: app.next(), trust: 'yes' });
    expect(await count(server, 'trusted_browser', `account_id = ${me.id}`)).toBe(0);
    // One written meanwhile by a node of the previous version counts for nothing.
    await rows(server, 'UPDATE account SET role = NULL WHERE id = $1 RETURNING 1', [me.id]);
    await trusting.signIn(me);
    await trusting.post('/sign-in/code', { code: app.next(), trust: 'yes' });
    await rows(server, `UPDATE account SET role = 'support' WHERE id = $1 RETURNING 1`, [me.id]);
    expect((await trusting.signIn(me)).headers.location).toBe('/sign-in/code');
  });
});
