import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  CookieBrowser,
  exchange,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { bearer, loggedAccount, tokensFor } from '../../support/a01.js';
import { rows } from '../../support/database-rows.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import type { RawAnswer } from '../../support/http.js';
import type { TestServer } from '../../support/start-app.js';

const NEXT = 'a-quite-new-password-5';
const NEXTED = { email: ANNA.email, password: NEXT };

describe('/account: sign-ins and password', () => {
  let server: TestServer;
  let browser: CookieBrowser;
  let hash: string;
  beforeAll(async () => {
    server = await startWithThirdParties();
    [{ hash }] = await rows<{ hash: string }>(
      server,
      `SELECT password_hash AS hash FROM account a JOIN account_identifier i ON i.account_id = a.id WHERE normalized = $1`,
      [ANNA.email],
    );
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    await rows(server, 'DELETE FROM session');
    await rows(server, 'DELETE FROM token_grant');
    await rows(server, 'DELETE FROM sign_in_throttle');
    await rows(
      server,
      `UPDATE account SET password_hash = $2 WHERE id = (SELECT account_id FROM account_identifier WHERE normalized = $1)`,
      [ANNA.email, hash],
    );
    browser = new CookieBrowser(server);
    await browser.signIn(ANNA);
  });

  const change = (current: string, password: string): Promise<RawAnswer> =>
    browser.post('/account/password', { current, password });
  const isSignedIn = async (other: CookieBrowser): Promise<boolean> =>
    (await other.get('/account')).status === 200;
  const handleOf = (page: string, label: string): string =>
    new RegExp(`value="([^"]+)"[^>]*aria-label="${label}"`).exec(page)?.[1] as string;

  it('the current password is asked for: a wrong one changes nothing', async () => {
    const { status, text } = await change('not mine', NEXT);
    expect(status).toBe(401);
    expect(text).toContain('This is not your current password.');
    expect((await new CookieBrowser(server).signIn(NEXTED)).status).toBe(401);
  });

  it.each([
    ['short', 'Use at least 8 characters.'],
    ['password1', 'Many people use this password'],
    [ANNA.email, 'Do not use your name or address'],
  ])('a new password %s is refused with the reason (D69)', async (password, reason) => {
    const { status, text } = await change(ANNA.password, password);
    expect(status).toBe(400);
    expect(text).toContain(reason);
    expect((await new CookieBrowser(server).signIn(ANNA)).status).toBe(303);
  });

  it('a good one is in force at once, and signs every other browser out', async () => {
    const other = new CookieBrowser(server);
    await other.signIn(ANNA);
    const { status, text } = await change(ANNA.password, NEXT);
    expect(status).toBe(200);
    expect(text).toContain('Your password is changed.');
    expect(await isSignedIn(browser)).toBe(true);
    expect(await isSignedIn(other)).toBe(false);
    expect((await new CookieBrowser(server).signIn(ANNA)).status).toBe(401);
    expect((await new CookieBrowser(server).signIn(NEXTED)).status).toBe(303);
  });

  it('guesses at the current password are slowed down like any (D40)', async () => {
    for (let i = 0; i < 5; i++) expect((await change('not mine', NEXT)).status).toBe(401);
    const { status, headers, text } = await change(ANNA.password, NEXT);
    expect(status).toBe(429);
    expect(headers['retry-after']).toBe('1');
    expect(text).toContain('Too many failed attempts.');
  });

  it('lists browsers and devices, and ends the one that is chosen', async () => {
    const other = new CookieBrowser(server);
    await other.signIn(ANNA);
    const { access_token: token } = await tokensFor(server, ANNA);
    const { text } = await browser.get('/account');
    expect(text).toContain('This browser');
    expect(text).toContain('device-1');
    await browser.post('/account/end', { kind: 'session', id: handleOf(text, 'Sign out: Another browser') });
    expect(await isSignedIn(other)).toBe(false);
    expect((await loggedAccount(server, bearer(token))).status).toBe(200);
    await browser.post('/account/end', { kind: 'device', id: handleOf(text, 'Sign out: Family app') });
    expect((await loggedAccount(server, bearer(token))).status).toBe(401);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it('ends everything else at once; connected apps stay connected', async () => {
    const other = new CookieBrowser(server);
    await other.signIn(ANNA);
    const { access_token: device } = await tokensFor(server, ANNA);
    const { code } = await browser.connect(ANNA, THIRD_PARTIES.shop);
    const app = (await exchange(server, THIRD_PARTIES.shop, code)).body.access_token;
    expect((await browser.post('/account/end-others')).status).toBe(303);
    expect(await isSignedIn(other)).toBe(false);
    expect((await loggedAccount(server, bearer(device))).status).toBe(401);
    expect((await loggedAccount(server, bearer(app))).status).toBe(200);
    expect(await isSignedIn(browser)).toBe(true);
  });

  it("ends nobody else's, whatever the form names", async () => {
    const ben = new CookieBrowser(server);
    await ben.signIn(BEN);
    const { access_token: token } = await tokensFor(server, BEN);
    const [{ session }] = await rows<{ session: string }>(
      server,
      `SELECT encode(digest, 'hex') AS session FROM session s JOIN account_identifier i USING (account_id) WHERE normalized = $1`,
      [BEN.email],
    );
    const [{ grant }] = await rows<{ grant: string }>(
      server,
      'SELECT max(id)::text AS grant FROM token_grant',
    );
    await browser.post('/account/end', { kind: 'session', id: session });
    await browser.post('/account/end', { kind: 'device', id: grant });
    await browser.post('/account/end', { kind: 'device', id: "1'; --" });
    await browser.post('/account/end', { kind: 'nothing', id: '\0' });
    expect(await isSignedIn(ben)).toBe(true);
    expect((await loggedAccount(server, bearer(token))).status).toBe(200);
  });

  it.each(['/account/password', '/account/end', '/account/end-others'])(
    'a page of another site can not use %s (D43)',
    async (path) => {
      const form = { current: ANNA.password, password: NEXT };
      const { status } = await browser.post(path, form, { 'Sec-Fetch-Site': 'cross-site' });
      expect(status).toBe(403);
      expect((await new CookieBrowser(server).signIn(ANNA)).status).toBe(303);
    },
  );
});
