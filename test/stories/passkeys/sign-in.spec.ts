import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Authenticator, type Odd } from '../../support/passkey-authenticator.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { outboxOf } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { askedBy, newHolder, signInBy, startAtName, type PasskeyHolder } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const REFUSED = 'This passkey was not accepted. Try again, or sign in with your password.';
const methodsOf = async (server: TestServer, id: string): Promise<unknown> => {
  const sql = `SELECT data -> 'methods' AS methods FROM session WHERE account_id = $1 ORDER BY data ->> 'signedInAt' DESC LIMIT 1`;
  return (await rows<{ methods: unknown }>(server, sql, [id]))[0]?.methods;
};

describe('signing in with a passkey (D245)', () => {
  let server: TestServer;
  let site: string;
  let mail: MailServer;
  let trail: AuditTrail;
  let mia: PasskeyHolder;
  let browser: CookieBrowser;
  beforeAll(async () => {
    mail = await MailServer.start();
    ({ server, site } = await startAtName({ SMTP_URL: mail.url }));
    trail = new AuditTrail(server);
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
  });
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    mia = await newHolder(server, site);
    browser = new CookieBrowser(server);
    server.clock.advance({ seconds: 5 });
  });

  const why = async (work: () => Promise<unknown>): Promise<unknown[]> =>
    (await trail.of(work)).map(({ action, details }) => `${action} ${String(details?.why)}`);

  it('opens the session of its account, with only the passkey', async () => {
    const events = await trail.of(async () => {
      const answer = await signInBy(browser, mia.passkey);
      expect([answer.status, answer.headers.location]).toEqual([303, '/account']);
    });
    expect((await browser.get('/account')).status).toBe(200);
    expect(await methodsOf(server, mia.id)).toEqual(['passkey']);
    const [{ id }] = await rows<{ id: string }>(
      server,
      'SELECT id::text FROM passkey WHERE account_id = $1',
      [mia.id],
    );
    expect(events).toEqual([
      {
        action: 'passkey.used',
        outcome: 'ok',
        account: mia.id,
        target: `passkey:${id}`,
        address: '127.0.0.1',
      },
    ]);
    expect((await browser.get('/account/history')).text).toContain('Signed in with a passkey');
  });

  it('gives the session a new id, and ends the session of the account signed in before', async () => {
    const other = await newHolder(server, site);
    const before = other.browser.cookies.get('JSESSIONID');
    await signInBy(other.browser, mia.passkey);
    expect(other.browser.cookies.get('JSESSIONID')).not.toBe(before);
    expect((await other.browser.get('/account/sign-in')).text).toContain(mia.email);
    const old = new CookieBrowser(server, { Cookie: `JSESSIONID=${before}` });
    expect((await old.get('/account')).status).toBe(303);
  });

  it('challenges differ, require user verification, name nobody, and write no row', async () => {
    const before = [
      await count(server, 'passkey_use'),
      await count(server, 'session'),
      await count(server, 'budget'),
    ];
    const seen = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const asked = (await askedBy(new CookieBrowser(server))) as unknown as Record<string, unknown>;
      expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
      expect(asked.allowCredentials ?? []).toEqual([]);
      seen.add(String(asked.challenge));
    }
    expect(seen.size).toBe(20);
    expect([
      await count(server, 'passkey_use'),
      await count(server, 'session'),
      await count(server, 'budget'),
    ]).toEqual(before);
  });

  it.each<[string, Odd, string]>([
    ['of another site, such as one that looks like this', { origin: 'https://phish.example' }, 'signature'],
    ['made for another domain', { rpId: 'phish.example' }, 'signature'],
    ['without fingerprint or PIN', { isVerified: false }, 'signature'],
    ['with a signature of something else', { isForged: true }, 'signature'],
    ['that was made to add a passkey', { type: 'webauthn.create' }, 'signature'],
    ['with the number of another account', { userHandle: 'c29tZWJvZHkgZWxzZQ' }, 'account'],
  ])('refuses an answer %s', async (_, odd, reason) => {
    const told = await why(async () => {
      const answer = await signInBy(browser, mia.passkey, odd);
      expect(answer.status).toBe(401);
      expect(answer.text).toContain(REFUSED);
    });
    expect(told).toEqual([`passkey.refused ${reason}`]);
    expect(browser.cookies.get('JSESSIONID')).toBeUndefined();
  });

  it.each<[string, (asked: object) => string]>([
    ['that is no JSON', () => 'passkey'],
    ['that is a number', () => '7'],
    ['without a response', () => '{"id":"abc"}'],
    ['whose id is no text', (asked) => JSON.stringify({ ...asked, id: {} })],
    ['whose response is a text', (asked) => JSON.stringify({ ...asked, response: 'x' })],
    ['with a NUL in it', () => '{"id":"a\0"}'],
  ])('refuses an answer %s', async (_, made) => {
    const sent = made(mia.passkey.answer(await askedBy(browser)));
    const answer = await browser.post('/sign-in', { passkey: sent });
    expect(answer.status).toBe(401);
    expect(browser.cookies.get('JSESSIONID')).toBeUndefined();
  });

  it('refuses malformed parts of an answer, never with an error of the server', async () => {
    for (const name of ['clientDataJSON', 'authenticatorData', 'signature', 'userHandle'])
      for (const odd of [undefined, null, 7, '', '!', 'AAAA', {}, 'A'.repeat(9000)]) {
        server.clock.advance({ minutes: 31 });
        const asked = await askedBy(browser);
        const again = mia.passkey.answer(asked) as { response: object };
        const passkey = JSON.stringify({ ...again, response: { ...again.response, [name]: odd } });
        expect([name, odd, (await browser.post('/sign-in', { passkey })).status]).toEqual([name, odd, 401]);
      }
  });

  it('refuses an unknown passkey', async () => {
    const unknown = new Authenticator(site);
    unknown.register({ challenge: '' });
    const refused = { action: 'passkey.refused', outcome: 'refused', details: { why: 'unknown' } };
    expect(await trail.of(() => signInBy(browser, unknown))).toMatchObject([refused]);
  });

  it('accepts a challenge once', async () => {
    const passkey = JSON.stringify(mia.passkey.answer(await askedBy(browser)));
    expect((await browser.post('/sign-in', { passkey })).status).toBe(303);
    const told = await why(async () => {
      expect((await browser.post('/sign-in', { passkey })).status).toBe(401);
    });
    expect(told).toEqual(['passkey.refused replayed']);
  });

  it('accepts it once from two at once', async () => {
    const passkey = JSON.stringify(mia.passkey.answer(await askedBy(browser)));
    const [cookie] = [...browser.cookies].map(([name, value]) => `${name}=${value}`);
    const twin = new CookieBrowser(server, { Cookie: cookie });
    const both = await Promise.all([browser, twin].map((each) => each.post('/sign-in', { passkey })));
    expect(both.map(({ status }) => status).sort()).toEqual([303, 401]);
  });

  it('accepts a challenge of this browser only, and for ten minutes', async () => {
    const passkey = JSON.stringify(mia.passkey.answer(await askedBy(new CookieBrowser(server))));
    await askedBy(browser);
    expect(await why(() => browser.post('/sign-in', { passkey }))).toEqual(['passkey.refused challenge']);
    const late = JSON.stringify(mia.passkey.answer(await askedBy(browser)));
    server.clock.advance({ minutes: 10 });
    expect(await why(() => browser.post('/sign-in', { passkey: late }))).toEqual([
      'passkey.refused challenge',
    ]);
  });

  it('accepts no challenge of the console, nor an invented one', async () => {
    const asked = await askedBy(browser, '/passkey/options?for=console');
    const passkey = JSON.stringify(mia.passkey.answer(asked));
    expect(await why(() => browser.post('/sign-in', { passkey }))).toEqual(['passkey.refused challenge']);
    const madeUp = JSON.stringify(mia.passkey.answer({ ...asked, challenge: 'bWFkZSB1cA' }));
    expect(await why(() => browser.post('/sign-in', { passkey: madeUp }))).toEqual([
      'passkey.refused challenge',
    ]);
  });

  it('refuses a copy with a lower counter, and notifies the account', async () => {
    const holder = await newHolder(server, site, { counts: true });
    const copy = holder.passkey.copy();
    for (let i = 0; i < 2; i++) expect((await signInBy(browser, holder.passkey)).status).toBe(303);
    const events = await trail.of(async () => {
      expect((await signInBy(new CookieBrowser(server), copy)).status).toBe(401);
    });
    expect(events).toMatchObject([{ action: 'passkey.cloned', outcome: 'refused', details: { counter: 1 } }]);
    expect((await outboxOf(server, holder.id)).map(({ kind }) => kind)).toContain('passkeyCloned');
    expect((await signInBy(browser, holder.passkey)).status).toBe(303); // the authenticator that keeps counting still works
  });

  it('accepts one of two with equal counters at once', async () => {
    const holder = await newHolder(server, site, { counts: true });
    const twins = [holder.passkey, holder.passkey.copy()];
    const answers = await Promise.all(twins.map((each) => signInBy(new CookieBrowser(server), each)));
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 401]);
  });

  it('refuses that of a disabled account; for one about to be deleted, shows the page to keep it', async () => {
    await rows(server, `UPDATE account SET status = 'disabled' WHERE id = $1`, [mia.id]);
    expect(await why(() => signInBy(browser, mia.passkey))).toEqual(['passkey.refused closed']);
    await rows(server, 'UPDATE account SET deletes_at = $2 WHERE id = $1', [mia.id, server.clock.now()]);
    const answer = await signInBy(browser, mia.passkey);
    expect(answer.text).toContain('/keep-account');
    expect((await browser.get('/account')).status).toBe(303);
  });

  it('slows down a sender of repeated failures, and nobody else', async () => {
    const status: number[] = [];
    for (let i = 0; i < 6; i++)
      status.push((await signInBy(browser, mia.passkey, { isForged: true })).status);
    expect(status).toEqual([401, 401, 401, 401, 401, 429]);
    const answer = await signInBy(browser, mia.passkey);
    expect([answer.status, Number(answer.headers['retry-after']) > 0]).toEqual([429, true]);
    const other = await newHolder(server, site);
    expect((await signInBy(browser, other.passkey)).status).toBe(303);
  });
});
