import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CookieBrowser, startWithThirdParties } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { comeFrom, configure, leave, redirectUri } from '../../support/elsewhere.js';
import { NEXT_PASSWORD } from '../../support/forgotten-password.js';
import { headingOf, invited } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { RealProvider } from '../../support/real-provider.js';
import type { TestServer } from '../../support/start-app.js';

const AGAIN = '/sign-in/provider/portal?for=confirm&next=%2Faccount%2Fdata';

describe('account created by a provider, without a password (D295, D296)', () => {
  let server: TestServer;
  let provider: RealProvider;
  let mail: MailServer;
  let browser: CookieBrowser;
  let email: string;
  let user: string;
  let made = 0;

  beforeAll(async () => {
    mail = await MailServer.start();
    server = await startWithThirdParties({ JWKS_INSIDE_NETWORKS: '127.0.0.1', SMTP_URL: mail.url });
    provider = await RealProvider.start([redirectUri(server)]);
    await configure(server, provider.issuer);
  });
  afterAll(async () => {
    await server.close();
    await provider.close();
    await mail.goDown();
  });

  beforeEach(async () => {
    const { accountId, path } = await invited(server);
    const sql = `SELECT value FROM account_identifier WHERE account_id = $1 AND issuer = ''`;
    [{ value: email }] = await rows<{ value: string }>(server, sql, [accountId]);
    browser = new CookieBrowser(server);
    user = `mia-${++made}`;
    await comeFrom(provider, browser, user, `${path}/provider/portal`);
  });

  const later = () => server.clock.advance({ minutes: 6 });
  const download = () => browser.post('/account/data/download');
  const connection = async () =>
    /\/account\/connections\/\d+/.exec((await browser.get('/account/sign-in')).text)?.[0] ?? '';

  it('confirms sensitive actions at the provider, where its user signs in again', async () => {
    later();
    const asked = await download();
    expect([asked.status, asked.headers.location]).toEqual([303, '/confirm?next=%2Faccount%2Fdata']);
    const page = await browser.get('/confirm?next=%2Faccount%2Fdata');
    expect(page.text).toContain(`href="${AGAIN.replace('&', '&amp;')}"`);
    expect(page.text).not.toContain('name="current"');
    const { searchParams } = new URL(await leave(browser, AGAIN));
    expect([searchParams.get('prompt'), searchParams.get('max_age')]).toEqual(['login', '0']);
    const before = browser.cookies.get('JSESSIONID');
    const back = await comeFrom(provider, browser, user, AGAIN);
    expect([back.status, back.headers.location]).toEqual([303, '/account/data']);
    expect(browser.cookies.get('JSESSIONID')).not.toBe(before);
    expect((await download()).status).toBe(200);
  });

  it('is not confirmed by another user there, nor in a signed-out browser', async () => {
    later();
    const back = await comeFrom(provider, browser, 'a stranger', AGAIN);
    expect([back.status, headingOf(back)]).toEqual([403, 'That was someone else']);
    expect(back.text).toContain('href="/confirm?next=%2Faccount%2Fdata"');
    const nobody = new CookieBrowser(server);
    expect((await comeFrom(provider, nobody, user, AGAIN)).status).toBe(403);
    expect((await nobody.get('/account')).headers.location).toBe('/sign-in');
    expect((await download()).headers.location).toBe('/confirm?next=%2Faccount%2Fdata');
  });

  it('sets its first password after that, and then needs it to change it', async () => {
    const choose = (form: object) => browser.post('/account/password', { ...form });
    later();
    expect((await browser.get('/account/sign-in')).text).toContain('Choose a password');
    const early = await choose({ password: NEXT_PASSWORD });
    expect([early.status, early.headers.location]).toEqual([303, '/confirm?next=%2Faccount%2Fsign-in']);
    await comeFrom(provider, browser, user, AGAIN);
    const done = await choose({ password: NEXT_PASSWORD });
    expect([done.status, done.text.includes('name="current"')]).toEqual([200, true]);
    expect((await choose({ password: 'another-long-word-9' })).status).toBe(401);
    expect((await new CookieBrowser(server).signIn({ email, password: NEXT_PASSWORD })).status).toBe(303);
  });

  it('of two that set the first one at once, one succeeds', async () => {
    const answers = await Promise.all(
      ['one-long-word-91', 'another-long-word-9'].map((password) =>
        browser.post('/account/password', { password }),
      ),
    );
    // The other finds it there, or its session with a new id.
    const [done, other] = answers.map(({ status }) => status).sort();
    expect([done, [303, 401].includes(other)]).toEqual([200, true]);
  });

  it('keeps its last way in until it has another', async () => {
    const path = await connection();
    const refused = await browser.post(path);
    expect([refused.status, refused.text.includes('Nothing else would sign you in.')]).toEqual([409, true]);
    expect(await connection()).toBe(path);
    await browser.post('/account/password', { password: NEXT_PASSWORD });
    expect((await browser.post(path)).status).toBe(303);
    expect(await connection()).toBe('');
  });

  it('resists guessing like any other', async () => {
    for (const password of ['', '.', NEXT_PASSWORD]) {
      const { status } = await new CookieBrowser(server).post('/sign-in', { identifier: email, password });
      expect(status).toBe(401);
    }
  });
});
