import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CookieBrowser, startWithThirdParties, THIRD_PARTIES } from '../../support/authorization.js';
import { decide, formOf, signIn } from '../../support/account-linking.js';
import { accountId, rows } from '../../support/database-rows.js';
import { comeFrom, configure, leave, pathOf, recordedAs, redirectUri } from '../../support/elsewhere.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { headingOf, invited, outboxOf, statusOf } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { RealProvider } from '../../support/real-provider.js';
import type { TestServer } from '../../support/start-app.js';

describe('signing in with another provider, at a real provider (D257, D258)', () => {
  let server: TestServer;
  let provider: RealProvider;
  let mail: MailServer;

  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startWithThirdParties({ JWKS_INSIDE_NETWORKS: '127.0.0.1', SMTP_URL: mail.url });
    provider = await RealProvider.start([redirectUri(server)]);
    await configure(server, provider.issuer);
    const own = 'UPDATE account_identifier SET is_validated = true WHERE normalized = $1';
    await rows(server, own, [BEN.email]);
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
    await mail.goDown();
  });

  const fresh = (): CookieBrowser => new CookieBrowser(server);

  /** Connects an account with a user there, as its owner would. */
  async function connect(who: { email: string; password: string }, user: string): Promise<CookieBrowser> {
    const browser = fresh();
    const { headers } = await comeFrom(provider, browser, user);
    const path = headers.location as string;
    await signIn(browser, path, who);
    const done = await decide(browser, path, 'connect');
    expect(headingOf(done)).toBe('Connected');
    expect(done.text).toContain('you can sign in here with Portal.');
    return browser;
  }

  it('sends people there with PKCE, a state and a nonce, and requests no more than it needs', async () => {
    const { text } = await fresh().get('/sign-in');
    expect(text).toContain('href="/sign-in/provider/portal?next=%2Faccount"');
    expect(text).toContain('Continue with Portal');
    const to = new URL(await leave(fresh()));
    expect(Object.fromEntries(to.searchParams)).toEqual({
      client_id: 'hearth',
      response_type: 'code',
      redirect_uri: redirectUri(server),
      scope: 'openid profile',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      nonce: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    });
  });

  it('connects only after the account’s own sign-in, never by a matching address, with a notice and a record', async () => {
    // The provider says ben@family.example, which is Ben's address here.
    const browser = fresh();
    const back = await comeFrom(provider, browser, 'ben');
    expect(back).toMatchObject({
      status: 303,
      headers: { location: expect.stringMatching(/^\/connection\//) as unknown },
    });
    expect((await browser.get('/account')).status).toBe(303); // nobody is signed in
    const path = back.headers.location as string;
    const question = await browser.get(path);
    expect(question.text).toContain('Sign in with your own password first');
    expect(question.text).not.toContain('/sign-in/provider/'); // not by another provider
    await signIn(browser, path, BEN);
    expect(headingOf(await browser.get(path))).toBe('Connect your Portal account?');
    expect((await decide(browser, path, 'connect')).status).toBe(200);

    const ben = await accountId(server, BEN.email);
    const told = (await outboxOf(server, ben)).filter(({ kind }) => kind === 'partnerConnected');
    expect(told).toHaveLength(1);
    expect(await recordedAs(server, 'account.linked')).toMatchObject([
      { account: ben, details: { issuer: provider.issuer, by: 'user' } },
    ]);

    const other = fresh();
    const again = await comeFrom(
      provider,
      other,
      'ben',
      '/sign-in/provider/portal?next=%2Faccount%2Fsign-in',
    );
    expect(again).toMatchObject({ status: 303, headers: { location: '/account/sign-in' } });
    expect((await other.get('/account')).text).toContain('Ben');
    const [session] = await rows<{ methods: string[] }>(
      server,
      `SELECT data->'methods' AS methods FROM session WHERE account_id = $1 AND data->'methods' ? 'provider'`,
      [ben],
    );
    expect(session.methods).toEqual(['provider']);
    expect(await recordedAs(server, 'provider.signed_in')).toMatchObject([
      { account: ben, details: { provider: 'portal' } },
    ]);
  });

  it('returns to the authorization that required a sign-in, unless it requires a new one', async () => {
    await connect(ANNA, 'anna-there');
    const tab = await fresh().begin(THIRD_PARTIES.shop);
    const button = /href="(\/sign-in\/provider\/portal[^"]*)"/.exec((await tab.show()).text)?.[1] ?? '';
    const back = await comeFrom(provider, tab.browser, 'anna-there', button.replaceAll('&amp;', '&'));
    expect(back.headers.location).toBe(tab.path);
    expect((await tab.allow()).code).not.toBe('');
    const anew = await fresh().begin(THIRD_PARTIES.shop, { prompt: 'login' });
    expect((await anew.show()).text).not.toContain('/sign-in/provider/');
  });

  it('accepts each response once, in the browser that started, and from the provider that it went to', async () => {
    const browser = fresh();
    const away = await leave(browser);
    const back = pathOf(await provider.signIn(away, 'somebody'));
    expect(headingOf(await fresh().get(back))).toBe('Please start again');
    const mixed = await browser.get(back.replace('/portal/', '/another/'));
    expect(mixed.status).toBe(400);
    expect(await browser.get(back)).toMatchObject({ status: 410 }); // the mixed-up one used it up

    const second = pathOf(await provider.signIn(await leave(browser), 'somebody'));
    const both = await Promise.all([browser.get(second), browser.get(second)]);
    expect(both.map(({ status }) => status).sort()).toEqual([303, 410]);
  });

  it('says that it was cancelled there, and that a wrong issuer or an error signs nobody in', async () => {
    const browser = fresh();
    const cancelled = await browser.get(pathOf(await provider.cancel(await leave(browser))));
    expect(cancelled.status).toBe(200);
    expect(headingOf(cancelled)).toBe('Not signed in');
    expect(cancelled.text).toContain('The sign-in at Portal was cancelled');

    const good = new URL(await provider.signIn(await leave(browser), 'somebody'));
    good.searchParams.set('iss', 'https://another.example');
    const mixedUp = await browser.get(pathOf(good.href));
    expect(mixedUp.status).toBe(400);
    expect(headingOf(mixedUp)).toBe('Portal could not sign you in');

    const state = new URL(await leave(browser)).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, error: 'server_error', iss: provider.issuer }).toString();
    expect((await browser.get(`/sign-in/provider/portal/callback?${query}`)).status).toBe(400);
    expect(await browser.get('/sign-in/provider/portal/callback')).toMatchObject({ status: 410 });
    expect((await browser.get('/account')).status).toBe(303);
  });

  it('expires on the way after ten minutes', async () => {
    const browser = fresh();
    const back = pathOf(await provider.signIn(await leave(browser), 'somebody'));
    server.clock.advance({ minutes: 10 });
    expect((await browser.get(back)).status).toBe(410);
  });

  it('is the first step of an account with a second factor, and signs no disabled one in', async () => {
    await connect(BEN, 'second-of-ben');
    const ben = await accountId(server, BEN.email);
    await rows(
      server,
      `INSERT INTO totp (account_id, sealed, created_at, confirmed_at) VALUES ($1, '', now(), now())`,
      [ben],
    );
    const guarded = fresh();
    const asked = await comeFrom(provider, guarded, 'second-of-ben');
    expect(asked.headers.location).toBe('/sign-in/code');
    expect((await guarded.get('/account')).status).toBe(303);
    await rows(server, 'DELETE FROM totp WHERE account_id = $1', [ben]);

    await rows(server, `UPDATE account SET status = 'disabled' WHERE id = $1`, [ben]);
    const blocked = await comeFrom(provider, fresh(), 'second-of-ben');
    expect(blocked.status).toBe(403);
    expect(headingOf(blocked)).toBe('This account cannot sign in');
    await rows(server, `UPDATE account SET status = 'active' WHERE id = $1`, [ben]);
    const refused = await recordedAs(server, 'provider.refused');
    expect(refused.map(({ details }) => details)).toContainEqual({
      provider: 'portal',
      reason: 'the account may not sign in',
    });
  });

  it('connects nothing that another account has, nor for a session that came from a provider', async () => {
    const browser = fresh();
    const { headers } = await comeFrom(
      provider,
      browser,
      'anna-there',
      '/sign-in/provider/portal?for=connect',
    );
    const path = headers.location as string;
    await signIn(browser, path, BEN);
    const taken = await decide(browser, path, 'connect');
    expect(taken.status).toBe(409);

    const signedIn = fresh();
    await comeFrom(provider, signedIn, 'anna-there');
    const next = await comeFrom(provider, signedIn, 'third', '/sign-in/provider/portal?for=connect');
    expect(await formOf(signedIn, next.headers.location as string)).toBe('');
    const another = await fresh().get(next.headers.location as string);
    expect(another.status).toBe(410); // the question is the browser's
  });

  it('disconnects, with a notice', async () => {
    const browser = await connect(ANNA, 'anna-for-a-while');
    const page = await browser.get('/account/sign-in');
    const [path] = /\/account\/connections\/\d+/.exec(page.text) ?? [''];
    expect((await browser.post(path)).status).toBe(303);
    const anna = await accountId(server, ANNA.email);
    const kinds = (await outboxOf(server, anna)).map(({ kind }) => kind);
    expect(kinds).toContain('partnerDisconnected');
    expect(await recordedAs(server, 'account.unlinked')).toMatchObject([{ account: anna }]);
  });

  it('accepts a family’s invitation without a password, and no other', async () => {
    const { accountId: mia, path } = await invited(server);
    const browser = fresh();
    expect((await browser.get(path)).text).toContain(`${path}/provider/portal`);
    const back = await comeFrom(provider, browser, 'mia', `${path}/provider/portal`);
    expect(back).toMatchObject({ status: 303, headers: { location: '/welcome' } });
    expect(await statusOf(server, mia)).toBe('active');
    const [address] = await rows<{ value: string }>(
      server,
      'SELECT value FROM account_identifier WHERE account_id = $1',
      [mia],
    );
    for (const password of ['', 'mia']) {
      const guessed = await fresh().signIn({ email: address.value, password });
      expect(guessed.status).toBe(401);
    }
    const again = await comeFrom(provider, fresh(), 'mia');
    expect(again.headers.location).toBe('/account');

    const second = await invited(server);
    const taken = await comeFrom(provider, fresh(), 'mia', `${second.path}/provider/portal`);
    expect(taken.status).toBe(409);
    expect(await statusOf(server, second.accountId)).toBe('pending'); // and its link is open still
    expect((await fresh().get(second.path)).status).toBe(200);
  });

  it("an account that accepts this way keeps the browser's language and time zone (row 27)", async () => {
    const { accountId: id, path } = await invited(server);
    const browser = new CookieBrowser(server, { 'Accept-Language': 'de' });
    browser.cookies.set('hearth_time_zone', 'Asia/Tokyo');
    await comeFrom(provider, browser, 'of-tokyo', `${path}/provider/portal`);
    const kept = await rows(server, 'SELECT locale, time_zone FROM account WHERE id = $1', [id]);
    expect(kept).toEqual([{ locale: 'de', time_zone: 'Asia/Tokyo' }]);
  });

  it('does nothing for a link of another site', async () => {
    const { headers } = await fresh().get('/sign-in/provider/portal', { 'Sec-Fetch-Site': 'cross-site' });
    expect(headers.location).toBe('/sign-in');
    expect((await fresh().get('/sign-in/provider/unknown')).headers.location).toBe(
      '/sign-in?next=%2Faccount',
    );
  });
});
