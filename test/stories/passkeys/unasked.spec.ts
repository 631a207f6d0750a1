import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditTrail } from '../../support/audit-trail.js';
import { newAdmin } from '../../support/admin-api.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { outboxOf } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { sessionDigestOf } from '../../support/open-ways.js';
import { Authenticator, type Odd } from '../../support/passkey-authenticator.js';
import { addPasskey, askedBy, newHolder, signInBy, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

const OFFER = '/account/passkeys/new?next=%2Faccount%2Fdevices';
const UNASKED = '/account/passkeys/options?for=unasked';
const NOBODY_THERE = { isPresent: false, isVerified: false };

describe('a passkey that a browser makes unasked after a password (D354)', () => {
  let server: TestServer;
  let site: string;
  let mail: MailServer;
  let me: Member;
  let browser: CookieBrowser;
  let passkey: Authenticator;
  beforeAll(async () => {
    mail = await MailServer.start();
    ({ server, site } = await startAtName({ SMTP_URL: mail.url }));
  });
  afterAll(async () => {
    await server.close();
    await mail.goDown();
  });
  beforeEach(async () => {
    server.clock.advance({ minutes: 31 });
    me = await newMember(server);
    browser = new CookieBrowser(server);
    await browser.signIn(me);
    passkey = new Authenticator(site, { isSynced: true });
  });

  const send = (made: object) =>
    browser.post('/account/passkeys', { passkey: JSON.stringify(made), name: '', next: '/account/devices' });
  const addUnasked = async (odd: Odd = NOBODY_THERE) =>
    send(passkey.register(await askedBy(browser, UNASKED), odd));
  const statusOf = async (by: CookieBrowser) =>
    (await by.get(UNASKED, { Accept: 'application/json' })).status;

  it('is added without anybody there, goes on, is told, audited, and of this sign-in', async () => {
    expect((await browser.get(OFFER)).text).toContain(`data-unasked="${UNASKED}"`);
    expect(await askedBy(browser, UNASKED)).toMatchObject({
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    });
    const events = await new AuditTrail(server).of(async () => {
      const answer = await addUnasked();
      expect([answer.status, answer.headers.location]).toEqual([303, '/account/devices']);
    });
    expect(events).toMatchObject([{ action: 'passkey.added', account: me.id, details: { synced: true } }]);
    const told = (await outboxOf(server, me.id)).filter(({ kind }) => kind === 'passkeyAdded');
    expect(told).toHaveLength(1);
    const [made] = await rows<{ sign_in_id: string }>(
      server,
      'SELECT sign_in_id::text FROM passkey WHERE account_id = $1',
      [me.id],
    );
    const sql = `SELECT data->>'signIn' AS sign_in_id FROM session WHERE digest = $1`;
    expect([made]).toEqual(await rows(server, sql, [sessionDigestOf(browser)]));
    expect((await signInBy(new CookieBrowser(server), passkey)).status).toBe(303);
  });

  it('proves nothing: what is sensitive takes the passkey itself', async () => {
    await addUnasked();
    expect((await browser.get('/account/passkeys/new')).headers.location).toBe(
      '/confirm?next=%2Faccount%2Fpasskeys%2Fnew',
    );
    const sent = JSON.stringify(passkey.answer(await askedBy(browser)));
    expect((await browser.post('/confirm/factor?next=%2Faccount', { passkey: sent })).status).toBe(303);
    expect((await browser.get('/account/passkeys/new')).status).toBe(200);
  });

  it('signs nobody in without fingerprint or PIN', async () => {
    await addUnasked();
    for (const odd of [{ isVerified: false }, { isPresent: false }])
      expect((await signInBy(new CookieBrowser(server), passkey, odd)).status).toBe(401);
  });

  it('takes a person there where it was asked for', async () => {
    for (const odd of [{ isPresent: false }, { isVerified: false }, NOBODY_THERE])
      expect((await addPasskey(browser, passkey, odd)).status).toBe(400);
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(0);
  });

  it.each<[string, Odd]>([
    ['of another site', { origin: 'https://phish.example' }],
    ['made for another domain', { rpId: 'phish.example' }],
    ['that was made to sign in', { type: 'webauthn.get' }],
    ['from a frame', { frame: { crossOrigin: true } }],
  ])('is refused %s', async (_, odd) => {
    const answer = await addUnasked({ ...NOBODY_THERE, ...odd });
    expect([answer.status, answer.text.includes('The passkey was not accepted.')]).toEqual([400, true]);
    expect(answer.text).not.toContain('data-unasked'); // tried once
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(0);
  });

  it('is refused on one device, where the password may not be', async () => {
    passkey = new Authenticator(site);
    expect((await addUnasked()).status).toBe(400);
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(0);
  });

  it('is refused a second time, later, and in another session', async () => {
    const made = passkey.register(await askedBy(browser, UNASKED), NOBODY_THERE);
    const other = new CookieBrowser(server);
    await other.signIn(await newMember(server));
    const sent = { passkey: JSON.stringify(made), name: '', next: '' };
    expect((await other.post('/account/passkeys', sent)).status).toBe(400);
    expect((await send(made)).status).toBe(303);
    expect((await send(made)).headers.location).toBe('/confirm?next=%2Faccount%2Fpasskeys%2Fnew');
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(1);
  });

  it('is not asked for after "not now", five minutes later, on request, or where there is a passkey', async () => {
    expect(await statusOf(browser)).toBe(200);
    const holder = await newHolder(server, site);
    expect(await statusOf(holder.browser)).toBe(403);
    expect((await holder.browser.get(OFFER)).text).not.toContain('data-unasked');
    await browser.post('/account/passkeys/later', { next: '/account' });
    expect(await statusOf(browser)).toBe(403);
    expect((await browser.get(OFFER)).text).not.toContain('data-unasked');
    const late = new CookieBrowser(server);
    await late.signIn(me);
    expect((await late.get('/account/passkeys/new')).text).not.toContain('data-unasked'); // asked for
    server.clock.advance({ minutes: 5 });
    expect(await statusOf(late)).toBe(403);
  });

  it('nor for an account with a role, whose first factor takes a set-up code', async () => {
    const admin = await newAdmin(server);
    const own = new CookieBrowser(server);
    await own.signIn(admin);
    expect((await own.get(OFFER)).text).not.toContain('data-unasked');
    expect(await statusOf(own)).toBe(403);
    const before = new CookieBrowser(server);
    await before.signIn(me);
    const made = passkey.register(await askedBy(before, UNASKED), NOBODY_THERE);
    await rows(server, `UPDATE account SET role = 'support' WHERE id = $1`, [me.id]);
    const sent = { passkey: JSON.stringify(made), name: '', next: '' };
    expect((await before.post('/account/passkeys', sent)).status).toBe(401);
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(0);
  });
});
