import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PasswordVerifier } from '../../../src/identity/passwords/password-verifier.js';
import { SecondStep } from '../../../src/identity/sessions/second-step.js';
import { SecondFactor } from '../../../src/identity/sessions/second-factor.js';
import { SignIn } from '../../../src/identity/sessions/sign-in.js';
import { AuthorizationDecisions } from '../../../src/oauth/authorize/authorization-decisions.js';
import { AuthorizationService } from '../../../src/oauth/authorize/authorization.service.js';
import { DeviceDecisions } from '../../../src/oauth/device/device-decisions.js';
import { protect as setUpCodes } from '../../support/authenticator.js';
import { CookieBrowser, startWithThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { addTelevisions, decide, Device, TELEVISIONS } from '../../support/devices.js';
import { exchange, protect } from '../../support/device-passwords.js';
import { newMember, NEXT_PASSWORD, type Member } from '../../support/forgotten-password.js';
import { LegacyClient } from '../../support/legacy-client.js';
import type { TestServer } from '../../support/start-app.js';

type Work = (...args: never[]) => Promise<unknown>;

describe('what ends during a request stays ended (D299)', () => {
  let server: TestServer;
  let me: Member;
  let owner: CookieBrowser;
  let thief: CookieBrowser;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    await rows(server, 'DELETE FROM session'); // of the invitation
    [owner, thief] = [new CookieBrowser(server), new CookieBrowser(server)];
    await owner.signIn(me);
    await thief.signIn(me);
  });

  const isSignedIn = async (browser: CookieBrowser) => (await browser.get('/account')).status === 200;
  const endOthers = () => owner.post('/account/end-others');
  const changePassword = () =>
    owner.post('/account/password', { reason: 'known', current: me.password, password: NEXT_PASSWORD });

  /** Acts between this step of the next request and the following one, or before the step. */
  function beside(service: object, step: string, event: () => Promise<unknown>, isBefore = false): void {
    const own = (service as Record<string, Work>)[step].bind(service);
    const replaced: Work = async (...args) => {
      Object.assign(service, { [step]: own });
      if (isBefore) await event();
      const result = await own(...args);
      if (!isBefore) await event();
      return result;
    };
    Object.assign(service, { [step]: replaced });
  }

  it('a session does not come back when an app requests a stronger one', async () => {
    await protect(server, me.id);
    const tab = await thief.begin(THIRD_PARTIES.shop, { acr_values: 'https://refeds.org/profile/mfa' });
    beside(server.get(SecondStep), 'ask', endOthers, true);
    await tab.show();
    expect([await isSignedIn(thief), await isSignedIn(owner)]).toEqual([false, true]);
    expect(await count(server, 'session', `account_id = ${me.id}`)).toBe(1);
  });

  it('nor when its user confirms: the password signs in as on any page', async () => {
    await protect(server, me.id);
    beside(server.get(PasswordVerifier), 'verifyAgain', endOthers);
    const { status, headers } = await thief.post('/confirm', { current: me.password });
    expect([status, headers.location]).toEqual([303, '/sign-in/code']);
    expect([await isSignedIn(thief), await isSignedIn(owner)]).toEqual([false, true]);
  });

  it('of two clicks on the button of /confirm the second continues too', async () => {
    const second = new CookieBrowser(server);
    second.cookies.set('JSESSIONID', owner.cookies.get('JSESSIONID') as string);
    const click = (one: CookieBrowser) => one.post('/confirm?next=%2Faccount', { current: me.password });
    beside(server.get(PasswordVerifier), 'verifyAgain', () => click(second)); // it is the first one
    const { status, headers } = await click(owner);
    expect([status, headers.location]).toEqual([303, '/account']);
    expect([await isSignedIn(owner), await isSignedIn(second)]).toEqual([true, true]);
  });

  it('a confirmation gives the session a new id, and the old one ends in that statement', async () => {
    const before = thief.cookies.get('JSESSIONID');
    expect((await thief.post('/confirm', { current: me.password })).status).toBe(303);
    expect([await isSignedIn(thief), thief.cookies.get('JSESSIONID') === before]).toEqual([true, false]);
    expect(await count(server, 'session', `account_id = ${me.id}`)).toBe(2);
  });

  it.each([
    ['the password is replaced', changePassword],
    ['the factor is removed', () => owner.post('/account/second-factor/remove')],
  ])('a browser is not trusted if its second step used %s', async (_, event) => {
    const mine = await setUpCodes(server, owner);
    const late = new CookieBrowser(server);
    await late.signIn(me);
    beside(server.get(SignIn), 'complete', event);
    await late.post('/sign-in/code', { recovery: mine.recovery[0], trust: 'on' });
    expect(await count(server, 'trusted_browser', `account_id = ${me.id}`)).toBe(0);
    expect([...late.cookies.keys()].filter((name) => name.includes('trust'))).toEqual([]);
  });

  it('a consent given at that moment is requested again on its own page', async () => {
    const tab = await thief.begin(THIRD_PARTIES.shop, { state: 'kept' });
    const form = { ...(await tab.consentForm()), decision: 'allow' };
    beside(server.get(AuthorizationDecisions), 'allow', endOthers, true);
    const { status, headers } = await tab.decide(form);
    expect([status, headers.location]).toEqual([303, tab.path]);
    await tab.signIn(me);
    expect((await tab.allow()).parameters.state).toBe('kept');
  });

  it('so are a remembered consent, and a sign-in for it', async () => {
    await (await owner.begin(THIRD_PARTIES.shop)).allow();
    const tab = await thief.begin(THIRD_PARTIES.shop, { state: 'kept' });
    beside(server.get(AuthorizationDecisions), 'repeat', endOthers, true);
    expect((await tab.show()).headers.location).toBe(tab.path);
    beside(server.get(AuthorizationService), 'signedIn', endOthers, true);
    await tab.signIn(me);
    expect((await tab.show()).text).toContain('name="password"');
    await tab.signIn(me);
    expect((await tab.allow()).parameters.state).toBe('kept');
  });

  it('a device allowed at that moment is asked about again, with its code', async () => {
    await addTelevisions(server);
    const codes = await new Device(server, TELEVISIONS.frame).codes();
    beside(server.get(DeviceDecisions), 'allow', endOthers, true);
    const { status, headers } = await decide(thief, codes);
    const next = `/device?user_code=${codes.user_code}`;
    expect([status, headers.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(next)}`]);
  });

  describe('password that is replaced at that moment', () => {
    it('signs nobody in on a page', async () => {
      const late = new CookieBrowser(server);
      beside(server.get(PasswordVerifier), 'verify', changePassword);
      expect((await late.signIn(me)).status).toBe(401);
      expect([await isSignedIn(late), await isSignedIn(owner)]).toEqual([false, true]);
    });

    it('opens no session of calls', async () => {
      const late = new LegacyClient(server);
      beside(server.get(PasswordVerifier), 'verifyFor', changePassword);
      expect((await late.signIn(me)).status).toBe(401);
      expect(late.cookie).toBeNull();
    });

    it('makes no tokens', async () => {
      beside(server.get(PasswordVerifier), 'verifyFor', changePassword);
      const { status, body } = await exchange(server, me.email, me.password);
      expect([status, body.error]).toEqual([400, 'invalid_grant']);
      expect(await count(server, 'token_grant', `account_id = ${me.id}`)).toBe(0);
    });

    it.each([false, true])('opens no administration (with a second factor: %s)', async (isProtected) => {
      await rows(server, `UPDATE account SET role = 'support' WHERE id = $1 RETURNING 1`, [me.id]);
      if (isProtected) await protect(server, me.id);
      const form = { identifier: me.email, password: me.password };
      beside(server.get(PasswordVerifier), 'verify', changePassword);
      expect((await new CookieBrowser(server).post('/admin/sign-in', form)).status).toBe(403);
      for (const table of ['admin_session', 'held_administrator'])
        expect(await count(server, table, `account_id = ${me.id}`)).toBe(0);
    });

    it('does not wait for a second factor, and a factor given just before does not complete it', async () => {
      const mine = await setUpCodes(server, owner);
      const late = new CookieBrowser(server);
      beside(server.get(PasswordVerifier), 'verify', changePassword);
      await late.signIn(me);
      expect((await late.get('/sign-in/code')).status).toBe(410);
      const other = new CookieBrowser(server);
      await other.signIn({ ...me, password: NEXT_PASSWORD });
      const again = () =>
        owner.post('/account/password', {
          reason: 'known',
          current: NEXT_PASSWORD,
          password: `${NEXT_PASSWORD} 2`,
        });
      beside(server.get(SecondFactor), 'verify', again);
      expect((await other.post('/sign-in/code', { recovery: mine.recovery[0] })).status).toBe(410);
      expect([await isSignedIn(other), await isSignedIn(owner)]).toEqual([false, true]);
    });
  });
});
