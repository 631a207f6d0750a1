import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PasskeyVerifier } from '../../../src/identity/passkeys/passkey-verifier.js';
import { newAdmin, type Admin } from '../../support/admin-api.js';
import { setupCodeFor } from '../../support/authenticator.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import { AuditTrail } from '../../support/audit-trail.js';
import {
  authorizePath,
  challengeOf,
  CookieBrowser,
  startWithThirdParties,
  THIRD_PARTIES,
} from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { request } from '../../support/http.js';
import {
  addPasskey,
  askedBy,
  newHolder,
  signalsIn,
  startAtName,
  type PasskeyHolder,
} from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const CONSOLE = '/passkey/options?for=console';
const REFUSED = 'This passkey was not accepted. Try again, or sign in with your password.';

describe('passkeys in the console (D247)', () => {
  let server: TestServer;
  let site: string;
  let admin: Admin & { readonly passkey: Authenticator };
  let browser: CookieBrowser;
  beforeAll(async () => {
    ({ server, site } = await startAtName());
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    const account = await newAdmin(server);
    const passkey = new Authenticator(site);
    const own = new CookieBrowser(server);
    await own.signIn(account);
    await addPasskey(own, passkey, { setupCode: await setupCodeFor(server, account.id) });
    admin = { ...account, passkey };
    browser = new CookieBrowser(server);
  });

  const signIn = async (passkey: Authenticator, next = '', options = CONSOLE) => {
    const sent = JSON.stringify(passkey.answer(await askedBy(browser, options)));
    return browser.post('/admin/sign-in', { passkey: sent, next });
  };

  it('open its session, with a cookie of its own, and redirect', async () => {
    const events = await new AuditTrail(server).of(async () => {
      const answer = await signIn(admin.passkey, '/admin/clients');
      expect([answer.status, answer.headers.location]).toEqual([303, '/admin/clients']);
    });
    expect(events.map(({ action }) => action)).toEqual(['passkey.used', 'administrator.signed_in']);
    expect((await browser.get('/admin/clients')).status).toBe(200);
    expect([...browser.cookies.keys()].filter((name) => !name.startsWith('hearth_browser_'))).toEqual([
      'hearth-known',
      'hearth-admin',
    ]);
    expect((await browser.get('/account')).status).toBe(303);
  });

  it('require a role; without one, or with anything else wrong, the answer is equal', async () => {
    const mia = await newHolder(server, site);
    const unknown = new Authenticator(site);
    unknown.register({ challenge: '' });
    const answers = [
      await signIn(mia.passkey),
      await signIn(unknown),
      await signIn(admin.passkey, '', '/passkey/options?for=people'),
      await browser.post('/admin/sign-in', { passkey: 'x', next: '' }),
    ];
    await rows(server, `UPDATE account SET status = 'disabled', deletes_at = $2 WHERE id = $1`, [
      admin.id,
      server.clock.now(),
    ]);
    answers.push(await signIn(admin.passkey));
    expect(answers.map((answer) => signalsIn(answer).length)).toEqual([0, 1, 0, 0, 0]); // D354
    const told = answers.map(
      ({ status, text }) => `${status} ${text.replace(/<div data-passkey-signal.*?<\/div>/, '')}`,
    );
    expect(new Set(told).size).toBe(1);
    expect([answers[0].status, answers[0].text.includes(REFUSED)]).toEqual([403, true]);
    expect(browser.cookies.has('hearth-admin')).toBe(false);
    expect(await count(server, 'admin_session', `account_id IN (${mia.id}, ${admin.id})`)).toBe(0);
  });
});

describe('passkeys on pages that apps send people to (D245)', () => {
  const site = 'https://accounts.example';
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties({
      ...{
        PUBLIC_URL: site,
        PASSKEY_RP_ID: 'example',
        PASSKEY_ORIGINS: 'https://other.example, android:apk-key-hash:' + 'a'.repeat(43),
      },
      ALLOW_INSECURE_HTTP: 'true',
    });
  });
  afterAll(() => server.close());

  const local = () => new CookieBrowser({ url: server.url });

  it('sign in to a challenge, which continues to consent', async () => {
    const holder = await newHolder(server, site);
    const browser = local();
    const begun = await browser.get(authorizePath(THIRD_PARTIES.shop));
    const challenge = challengeOf(begun.headers.location) ?? '';
    const page = await browser.get(challenge);
    expect(page.text).toContain('data-options="/passkey/options?for=people"');
    const passkey = JSON.stringify(holder.passkey.answer(await askedBy(browser)));
    const answer = await browser.post(challenge.replace('?', '/sign-in?'), { passkey });
    expect([answer.status, answer.headers.location]).toEqual([303, challenge]);
    const [{ methods }] = await rows<{ methods: string[] }>(
      server,
      'SELECT methods FROM authorization_context WHERE account_id = $1',
      [holder.id],
    );
    expect(methods).toEqual(['passkey']);
    expect((await browser.get(challenge)).text).toContain('name="decision" value="allow"');
    const [used] = await rows(
      server,
      `SELECT client_id FROM audit_event WHERE action = 'passkey.used' AND account_id = $1`,
      [holder.id],
    );
    expect(used).toEqual({ client_id: THIRD_PARTIES.shop.id });
  });

  it('of another account are refused if one account is required', async () => {
    const [mia, other] = [await newHolder(server, site), await newHolder(server, site)];
    const browser = local();
    const asked = await askedBy(browser);
    const [value] = [...browser.cookies.values()];
    const browsers = [createHash('sha256').update(value).digest()];
    const verify = (holder: PasskeyHolder) => {
      const text = JSON.stringify(holder.passkey.answer(asked));
      const from = { address: '127.0.0.1', clientId: null, purpose: 'people' } as const;
      return server.get(PasskeyVerifier).verify({ ...from, text, browsers, accountId: mia.id });
    };
    await expect(verify(other)).rejects.toMatchObject({ why: 'account' });
    expect((await verify(mia)).accountId).toBe(mia.id);
  });

  it('work for a wider domain and further origins, if the settings name them', async () => {
    const origins = await request(server, { path: '/.well-known/webauthn' });
    expect(origins.body).toEqual({ origins: [site, 'https://other.example'] });
    const holder = await newHolder(server, site);
    const send = async (origin: string) => {
      const browser = local();
      const asked = await askedBy(browser);
      expect(asked.rpId).toBe('example');
      const passkey = JSON.stringify(holder.passkey.answer(asked, { origin }));
      return (await browser.post('/sign-in', { passkey })).status;
    };
    expect(await send('https://other.example')).toBe(303);
    expect(await send(`android:apk-key-hash:${'a'.repeat(43)}`)).toBe(303);
    expect(await send('https://third.example')).toBe(401);
  });
});
