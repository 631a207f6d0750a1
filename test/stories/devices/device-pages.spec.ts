import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { consentFormOf, CookieBrowser } from '../../support/authorization.js';
import { accountId, count, rows } from '../../support/database-rows.js';
import { addTelevisions, decide, Device, TELEVISIONS, typeCode, type Codes } from '../../support/devices.js';
import { ANNA, BEN } from '../../support/fixtures.js';
import { from } from '../../support/http.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const { films } = TELEVISIONS;
const NO_SUCH_CODE = 'No device is waiting for this code';

describe('page for entering a device code (RFC 8628 §3.3, D271)', () => {
  let server: TestServer;
  let television: Device;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp({ TRUST_PROXY: '1' });
    await addTelevisions(server);
  });
  afterAll(() => server.close());
  beforeEach(() => {
    server.clock.advance({ minutes: 31 });
    television = new Device(server, films);
    browser = new CookieBrowser(server);
  });

  it('requires a sign-in, and keeps the code of the link meanwhile', async () => {
    const { verification_uri_complete, user_code } = await television.codes();
    const path = verification_uri_complete.slice(server.url.length);
    const { status, headers } = await browser.get(path);
    expect([status, headers.location]).toEqual([303, `/sign-in?next=${encodeURIComponent(path)}`]);
    expect((await browser.get(headers.location as string)).text).toContain('to connect your device');
    const signedIn = await browser.post(headers.location as string, {
      identifier: ANNA.email,
      password: ANNA.password,
    });
    expect([signedIn.status, signedIn.headers.location]).toEqual([303, path]);
    expect((await browser.get(path)).text).toContain(`value="${user_code}"`);
  });

  it.each(['/device/../admin', '/devices', '/device?user_code=<x>', '/device?next=//evil.example'])(
    'the sign-in page redirects to no similar address: %s',
    async (next) => {
      const answer = await browser.post(`/sign-in?next=${encodeURIComponent(next)}`, {
        identifier: ANNA.email,
        password: ANNA.password,
      });
      expect(['/account', '/device']).toContain(answer.headers.location);
    },
  );

  it('a link with the code in it decides nothing and looks nothing up, however often it is opened', async () => {
    await browser.signIn(ANNA);
    const codes = await television.codes();
    for (let i = 0; i < 20; i++) {
      const page = await browser.get(`/device?user_code=${codes.user_code}`);
      expect([page.status, page.text.includes('Films')]).toEqual([200, false]);
    }
    expect(await television.told(codes)).toBe('authorization_pending');
    expect(await count(server, 'sign_in_throttle')).toBe(0);
  });

  it('asks, with the code, the client and its permissions, whatever was allowed before', async () => {
    await browser.signIn(ANNA);
    for (let round = 0; round < 2; round++) {
      const codes = await television.codes({ scope: 'openid email' });
      const { text } = await typeCode(browser, codes.user_code);
      for (const told of [
        'Connect Films on your device?',
        codes.user_code,
        'see your e-mail address',
        'Anna K.',
      ])
        expect(text).toContain(told);
      expect(text).not.toContain('see the families');
      await decide(browser, codes);
    }
  });

  it.each([
    (code: string) => code.toLowerCase(),
    (code: string) => code.replace('-', ''),
    (code: string) => ` ${code.replace('-', ' ').toLowerCase()} `,
  ])('accepts the code as people type it (%#)', async (typed) => {
    await browser.signIn(ANNA);
    const { user_code } = await television.codes();
    expect((await typeCode(browser, typed(user_code))).status).toBe(200);
  });

  describe('invalid codes all look alike', () => {
    let expired: Codes;
    let decided: Codes;
    let denied: Codes;
    beforeEach(async () => {
      expired = await television.codes();
      server.clock.advance({ minutes: 15 });
      await browser.signIn(ANNA);
      [decided, denied] = [await television.codes(), await television.codes()];
      await decide(browser, decided);
      await decide(browser, denied, 'deny');
    });

    it.each([
      ['wrong', () => 'WDJB-MJHT'],
      ['expired', () => expired.user_code],
      ['allowed', () => decided.user_code],
      ['denied', () => denied.user_code],
      ['none at all', () => '1234'],
      ['empty', () => ''],
    ])('%s', async (_what, code) => {
      const { status, text } = await typeCode(browser, code());
      expect(status).toBe(400);
      expect(text).toContain(NO_SUCH_CODE);
      expect(text).not.toContain('Films');
    });

    it('on the decision too, which another browser may have made meanwhile', async () => {
      const codes = await television.codes();
      const form = consentFormOf(await typeCode(browser, codes.user_code));
      await decide(browser, codes, 'deny');
      const late = await browser.post('/device/decision', {
        ...{ ...form, user_code: codes.user_code },
        decision: 'allow',
      });
      expect([late.status, late.text.includes(NO_SUCH_CODE)]).toEqual([400, true]);
      expect(await television.told(codes)).toBe('access_denied');
    });
  });

  it('of two decisions at once one counts', async () => {
    await browser.signIn(ANNA);
    const codes = await television.codes();
    const form = consentFormOf(await typeCode(browser, codes.user_code));
    const send = (decision: string) =>
      browser.post('/device/decision', { ...form, user_code: codes.user_code, decision });
    const answers = await Promise.all([send('allow'), send('deny')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('slows guessing down, on the page and on the decision alike', async () => {
    await browser.signIn(BEN);
    const here = from('198.51.100.20');
    const form = { account: await accountId(server, BEN.email), decision: 'allow' };
    for (let i = 0; i < 5; i++) {
      const guess = { user_code: `BCDF-GHJ${'KLMNP'[i]}` };
      const { status } =
        i % 2 === 0
          ? await browser.post('/device', guess, here)
          : await browser.post('/device/decision', { ...form, ...guess }, here);
      expect(status).toBe(400);
    }
    const codes = await television.codes();
    const right = await browser.post('/device', { user_code: codes.user_code }, here);
    expect([right.status, right.text.includes('Too many failed attempts')]).toEqual([429, true]);
    expect(Number(right.headers['retry-after'])).toBeGreaterThan(0);
    const decision = await browser.post('/device/decision', { ...form, user_code: codes.user_code }, here);
    expect(decision.status).toBe(429);
    server.clock.advance({ seconds: 1 });
    expect((await browser.post('/device', { user_code: codes.user_code }, here)).status).toBe(200);
  });

  it('input that cannot be a code does not count', async () => {
    await browser.signIn(ANNA);
    for (let i = 0; i < 10; i++) expect((await typeCode(browser, 'a slip')).status).toBe(400);
    const { user_code } = await television.codes();
    expect((await typeCode(browser, user_code)).status).toBe(200);
  });

  it('nobody decides for an account other than the named one', async () => {
    await browser.signIn(ANNA);
    const codes = await television.codes();
    const form = consentFormOf(await typeCode(browser, codes.user_code));
    await browser.signIn(BEN); // in the next tab
    const { user_code } = codes;
    const answer = await browser.post('/device/decision', { ...form, user_code, decision: 'allow' });
    expect([answer.status, answer.headers.location]).toEqual([303, `/device?user_code=${user_code}`]);
    expect(await television.told(codes)).toBe('authorization_pending');
  });

  it.each([{}, { decision: '' }, { decision: 'ALLOW' }])('anything but allow declines: %j', async (sent) => {
    await browser.signIn(ANNA);
    const codes = await television.codes();
    const { user_code } = codes;
    const form = consentFormOf(await typeCode(browser, user_code));
    await browser.post('/device/decision', { ...form, user_code, ...(sent as Record<string, string>) });
    expect(await television.told(codes)).toBe('access_denied');
  });

  it('another site’s form decides nothing', async () => {
    await browser.signIn(ANNA);
    const codes = await television.codes();
    const form = consentFormOf(await typeCode(browser, codes.user_code));
    const sent = { ...form, user_code: codes.user_code, decision: 'allow' };
    const { status } = await browser.post('/device/decision', sent, { 'Sec-Fetch-Site': 'cross-site' });
    expect(status).toBe(403);
    expect(await television.told(codes)).toBe('authorization_pending');
  });

  it("requires a protected account's second factor on the way", async () => {
    const id = await accountId(server, BEN.email);
    await rows(
      server,
      `INSERT INTO totp (account_id, sealed, created_at, confirmed_at) VALUES ($1, '', now(), now()) RETURNING 1`,
      [id],
    );
    try {
      const path = '/device?user_code=WDJB-MJHT';
      const next = `/sign-in?next=${encodeURIComponent(path)}`;
      const held = await browser.post(next, { identifier: BEN.email, password: BEN.password });
      expect([held.status, held.headers.location]).toEqual([303, '/sign-in/code']);
      expect((await browser.get(path)).status).toBe(303);
    } finally {
      await rows(server, 'DELETE FROM totp WHERE account_id = $1 RETURNING 1', [id]);
    }
  });
});
