import { describe, expect, it, jest } from '@jest/globals';
import { PasswordChange } from '../../../src/account/password-change.js';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { useThirdParties } from '../../support/authorization-stage.js';
import { CookieBrowser, exchange, THIRD_PARTIES } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { newMember, NEXT_PASSWORD, type Member } from '../../support/forgotten-password.js';
import type { RawAnswer } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const { shop } = THIRD_PARTIES;

describe('/account: the password (D61, D104)', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  let me: Member;
  useThirdParties(async (stage) => {
    ({ server, browser } = stage);
    me = await newMember(server);
    await rows(server, 'DELETE FROM session');
    await browser.signIn(me);
  });

  const change = (current: string, password: string): Promise<RawAnswer> =>
    browser.post('/account/password', { reason: 'known', current, password });
  const isSignedIn = async (other: CookieBrowser): Promise<boolean> =>
    (await other.get('/account')).status === 200;

  it('requires the current password: a wrong one changes nothing', async () => {
    const { status, text } = await change('not mine', NEXT_PASSWORD);
    expect(status).toBe(401);
    expect(text).toContain('This is not your current password.');
    expect((await new CookieBrowser(server).signIn({ ...me, password: NEXT_PASSWORD })).status).toBe(401);
  });

  it('a good one applies at once, and signs every other browser out', async () => {
    const other = new CookieBrowser(server);
    await other.signIn(me);
    const { status, text } = await change(me.password, NEXT_PASSWORD);
    expect(status).toBe(200);
    expect(text).toContain('Your password is changed.');
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect((await new CookieBrowser(server).signIn(me)).status).toBe(401);
    expect((await new CookieBrowser(server).signIn({ ...me, password: NEXT_PASSWORD })).status).toBe(303);
  });

  it('of an account that was disabled while the new one was hashed, nothing changes', async () => {
    const replacement = server.get(PasswordChange);
    const hash = replacement.hash.bind(replacement);
    const spy = jest.spyOn(replacement, 'hash').mockImplementationOnce(async (...given) => {
      await server.get(AccountService).disable(me.id);
      return hash(...given);
    });
    expect((await change(me.password, NEXT_PASSWORD)).headers.location).toBe('/sign-in');
    spy.mockRestore();
    await server.get(AccountService).enable(me.id);
    expect((await new CookieBrowser(server).signIn(me)).status).toBe(303);
  });

  it.each<[what: string, end: () => Promise<RawAnswer>]>([
    ['a new password', () => change(me.password, NEXT_PASSWORD)],
    ['signing out everything else', () => browser.post('/account/end-others')],
  ])("%s ends other sign-ins' pending requests at third parties (D104)", async (_what, end) => {
    const other = new CookieBrowser(server);
    const { code } = await other.connect(me, shop);
    const tab = await other.begin(shop, { prompt: 'consent' });
    await tab.signIn(me);
    const form = { ...(await tab.consentForm()), decision: 'allow' };
    expect((await end()).status).toBeLessThan(400);
    expect((await tab.decide(form)).headers.location).not.toContain('code=');
    expect((await tab.show()).text).toContain('id="password"');
    expect((await exchange(server, shop, code)).body.error).toBe('invalid_grant');
  });

  it('guesses at the current password are slowed down like any other (D40)', async () => {
    for (let i = 0; i < 5; i++) expect((await change(`not mine ${i}`, NEXT_PASSWORD)).status).toBe(401);
    const { status, headers, text } = await change(me.password, NEXT_PASSWORD);
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('1');
    expect(text).toContain('Too many failed attempts.');
  });
});
