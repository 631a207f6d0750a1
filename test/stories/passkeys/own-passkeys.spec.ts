import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Authenticator, type Odd } from '../../support/passkey-authenticator.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { outboxOf } from '../../support/invitations.js';
import { MailServer } from '../../support/mail-server.js';
import { addPasskey, askedBy, newHolder, signInBy, startAtName } from '../../support/passkeys.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const OPTIONS = '/account/passkeys/options';
const NEEDS_PASSWORD = 'account_active_has_password_check';
const PAGE = '/account/sign-in';

describe('passkeys of the own account (D246)', () => {
  let server: TestServer;
  let site: string;
  let mail: MailServer;
  let me: Member;
  let browser: CookieBrowser;
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
  });

  const idOf = async (passkey: Authenticator): Promise<string> => {
    const sql = 'SELECT id::text FROM passkey WHERE credential_id = $1';
    return (await rows<{ id: string }>(server, sql, [passkey.credentialId]))[0].id;
  };
  const kindsTo = async ({ id }: Member) => (await outboxOf(server, id)).map(({ kind }) => kind);

  it('are added with a name, and shown with their creation, last use, and storage', async () => {
    const passkey = new Authenticator(site, { isSynced: true });
    const events = await new AuditTrail(server).of(async () => {
      const answer = await addPasskey(browser, passkey, { name: '  My <phone>  ' });
      expect([answer.status, answer.headers.location]).toEqual([303, PAGE]);
    });
    const target = `passkey:${await idOf(passkey)}`;
    expect(events).toMatchObject([
      { action: 'passkey.added', account: me.id, target, details: { synced: true } },
    ]);
    expect(await kindsTo(me)).toContain('passkeyAdded');
    const { text } = await browser.get(PAGE);
    expect(text).toContain('<strong>My &lt;phone></strong>');
    expect(text).toContain('on all your devices');
    expect(text).toContain('not used yet');
    await signInBy(browser, passkey);
    expect((await browser.get(PAGE)).text).toContain('last used');
  });

  it('are named after the browser unless the user types a name, and at most 60 characters', async () => {
    const chrome = new CookieBrowser(server, {
      'User-Agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0.0.0',
    });
    await chrome.signIn(me);
    await addPasskey(chrome, new Authenticator(site), { name: '' });
    await addPasskey(chrome, new Authenticator(site), { name: '🗝'.repeat(300) });
    const sql = 'SELECT name FROM passkey WHERE account_id = $1 ORDER BY id';
    expect(await rows(server, sql, [me.id])).toEqual([
      { name: 'Chrome on Windows' },
      { name: '🗝'.repeat(60) },
    ]);
  });

  it('are requested from browsers as discoverable, and excluding existing ones', async () => {
    const first = new Authenticator(site);
    await addPasskey(browser, first);
    const asked = await askedBy(browser, OPTIONS);
    expect(asked).toMatchObject({
      rp: { id: 'localhost', name: 'Hearth' },
      user: { name: me.email, displayName: 'Mia' },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      attestation: 'none',
      excludeCredentials: [{ id: first.id, type: 'public-key', transports: ['internal', 'hybrid'] }],
    });
    const sql = 'SELECT user_handle FROM passkey WHERE account_id = $1';
    const [{ user_handle: handle }] = await rows<{ user_handle: Buffer }>(server, sql, [me.id]);
    expect(asked.user?.id).toBe(handle.toString('base64url'));
    expect(handle).toHaveLength(32);
  });

  it.each<[string, Odd]>([
    ['of another site', { origin: 'https://phish.example' }],
    ['made for another domain', { rpId: 'phish.example' }],
    ['without fingerprint or PIN', { isVerified: false }],
    ['that was made to sign in', { type: 'webauthn.get' }],
  ])('refuse one %s', async (_, odd) => {
    const answer = await addPasskey(browser, new Authenticator(site), odd);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('The passkey was not accepted.');
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(0);
  });

  it.each(['', 'x', '{}', '[]', '{"id":"a","response":{"clientDataJSON":"e30"}}'])(
    'refuse %j',
    async (passkey) => {
      expect((await browser.post('/account/passkeys', { passkey, name: 'x', next: '' })).status).toBe(400);
    },
  );

  it("refuse an answer for another account's session, or a repeated one", async () => {
    const other = await newMember(server);
    const theirs = new CookieBrowser(server);
    await theirs.signIn(other);
    const stolen = JSON.stringify(new Authenticator(site).register(await askedBy(theirs, OPTIONS)));
    const send = (passkey: string) => browser.post('/account/passkeys', { passkey, name: 'x', next: '' });
    expect((await send(stolen)).status).toBe(400);
    const mine = JSON.stringify(new Authenticator(site).register(await askedBy(browser, OPTIONS)));
    const both = await Promise.all([send(mine), send(mine)]);
    // The other finds it there, or its session with a new id.
    const [added, second] = both.map(({ status }) => status).sort();
    expect([added, [303, 409].includes(second)]).toEqual([303, true]);
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(1);
  });

  it('refuse one of another account', async () => {
    const holder = await newHolder(server, site);
    const answer = await addPasskey(browser, holder.passkey);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('This passkey is known here already.');
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(0);
  });

  it('are at most twenty', async () => {
    for (let i = 0; i < 20; i++) {
      if (i % 9 === 0) await rows(server, 'DELETE FROM budget'); // as on another day
      expect((await addPasskey(browser, new Authenticator(site))).status).toBe(303);
    }
    const answer = await addPasskey(browser, new Authenticator(site));
    expect([answer.status, answer.text.includes('Remove one first.')]).toEqual([409, true]);
  });

  it('are removed, with a notice; the removed one signs nobody in', async () => {
    const passkey = new Authenticator(site);
    await addPasskey(browser, passkey);
    const id = await idOf(passkey);
    const events = await new AuditTrail(server).of(() => browser.post('/account/passkeys/remove', { id }));
    expect(events).toMatchObject([{ action: 'passkey.removed', account: me.id, target: `passkey:${id}` }]);
    expect(await kindsTo(me)).toContain('passkeyRemoved');
    expect((await signInBy(new CookieBrowser(server), passkey)).status).toBe(401);
    const again = await browser.post('/account/passkeys/remove', { id });
    expect(again.headers.location).toBe(`${PAGE}#passkeys`);
  });

  it('are renamed, which is audited; nobody renames another’s', async () => {
    const passkey = new Authenticator(site);
    await addPasskey(browser, passkey);
    const holder = await newHolder(server, site);
    const rename = (id: string, name: string) => browser.post('/account/passkeys/rename', { id, name });
    const id = await idOf(passkey);
    const events = await new AuditTrail(server).of(() => rename(id, 'Kitchen <tablet>'));
    expect(events).toMatchObject([{ action: 'passkey.renamed', account: me.id, target: `passkey:${id}` }]);
    expect((await browser.get(PAGE)).text).toContain('<strong>Kitchen &lt;tablet></strong>');
    for (const odd of ['', 'x', '-1', '9'.repeat(40), await idOf(holder.passkey)])
      expect((await rename(odd, 'mine')).headers.location).toBe(`${PAGE}#passkeys`);
    await rename(id, ' ');
    await rename(id, 'é'.repeat(70));
    const names = await rows<{ name: string }>(server, 'SELECT name FROM passkey ORDER BY id DESC LIMIT 2');
    expect(names.map(({ name }) => name)).toEqual(['My phone', 'é'.repeat(60)]);
    server.clock.advance({ minutes: 5 });
    expect((await rename(id, 'late')).headers.location).toBe('/confirm?next=%2Faccount%2Fsign-in');
  });

  it.each(['', 'x', '-1', '9'.repeat(40)])('keep everything when %j is removed', async (id) => {
    await addPasskey(browser, new Authenticator(site));
    expect((await browser.post('/account/passkeys/remove', { id })).status).toBe(303);
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(1);
  });

  it('of another account cannot be removed', async () => {
    const holder = await newHolder(server, site);
    await browser.post('/account/passkeys/remove', { id: await idOf(holder.passkey) });
    expect((await signInBy(new CookieBrowser(server), holder.passkey)).status).toBe(303);
  });

  it('keep the last way in: of two removals at once one is left', async () => {
    const both = [new Authenticator(site), new Authenticator(site)];
    for (const each of both) await addPasskey(browser, each);
    const ids = await Promise.all(both.map(idOf));
    const sql = 'SELECT pg_get_constraintdef(oid) AS rule FROM pg_constraint WHERE conname = $1';
    const [{ rule }] = await rows<{ rule: string }>(server, sql, [NEEDS_PASSWORD]);
    await rows(server, `ALTER TABLE account DROP CONSTRAINT ${NEEDS_PASSWORD}`);
    await rows(server, 'UPDATE account SET password_hash = NULL WHERE id = $1', [me.id]);
    const answers = await Promise.all(ids.map((id) => browser.post('/account/passkeys/remove', { id })));
    const last = `${PAGE}?passkey=last#passkeys`;
    const removed = expect.stringMatching(/^\/account\/sign-in\?gone=[\w-]+#passkeys$/);
    expect(answers.map(({ headers }) => headers.location).sort()).toEqual([removed, last]);
    expect((await browser.get(`${PAGE}?passkey=last`)).text).toContain('nothing else would sign you in');
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(1);
    await rows(server, "UPDATE account SET password_hash = 'x' WHERE id = $1", [me.id]);
    await rows(server, `ALTER TABLE account ADD CONSTRAINT ${NEEDS_PASSWORD} ${rule}`);
  });

  it('can be changed for five minutes after one was shown, by a sign-in or on /confirm', async () => {
    const passkey = new Authenticator(site);
    await addPasskey(browser, passkey);
    const id = await idOf(passkey);
    const late = JSON.stringify(new Authenticator(site).register(await askedBy(browser, OPTIONS)));
    server.clock.advance({ minutes: 5 });
    const page = (await browser.get(PAGE)).text;
    expect(page).toContain('href="/confirm?next=%2Faccount%2Fsign-in"');
    expect(page).not.toContain('/account/passkeys/');
    expect((await browser.get(OPTIONS, { Accept: 'application/json' })).status).toBe(403);
    const led = [
      await browser.get('/account/passkeys/new'),
      await browser.post('/account/passkeys', { passkey: late, name: 'x', next: '' }),
      await browser.post('/account/passkeys/remove', { id }),
    ];
    const pages = ['passkeys/new', 'passkeys/new', 'sign-in'];
    for (const [n, { status, headers }] of led.entries())
      expect([status, headers.location]).toEqual([
        303,
        `/confirm?next=${encodeURIComponent(`/account/${pages[n]}`)}`,
      ]);
    await browser.signIn(me); // a password is not enough for an account with a passkey
    expect((await browser.get('/account/passkeys/new')).status).toBe(303);
    expect(await count(server, 'passkey', `account_id = ${me.id}`)).toBe(1);
    await signInBy(browser, passkey);
    expect((await browser.get('/account/passkeys/new')).status).toBe(200);
  });

  it('of a former domain are marked', async () => {
    await addPasskey(browser, new Authenticator(site));
    await rows(server, `UPDATE passkey SET rp_id = 'old.example' WHERE account_id = $1`, [me.id]);
    expect((await browser.get(PAGE)).text).toContain('made for old.example and does not work here');
  });
});

describe('offer of a passkey after a password (D246)', () => {
  let server: TestServer;
  let site: string;
  beforeAll(async () => {
    ({ server, site } = await startAtName());
  });
  afterAll(() => server.close());

  const OFFER = '/account/passkeys/new?next=%2Faccount%2Fdevices';
  const signIn = async (browser: CookieBrowser, { email, password }: Member, canPasskey = 'yes') => {
    const form = { identifier: email, password, canPasskey };
    return (await browser.post('/sign-in?next=%2Faccount%2Fdevices', form)).headers.location;
  };

  it('appears on a device that can store one, continues where the sign-in led, and can be postponed', async () => {
    const me = await newMember(server);
    const browser = new CookieBrowser(server);
    expect(await signIn(browser, me, '')).toBe('/account/devices');
    expect(await signIn(browser, me)).toBe(OFFER);
    expect((await browser.get(OFFER)).text).toContain('Not now');
    const later = await browser.post('/account/passkeys/later', { next: '/account/devices' });
    expect(later.headers.location).toBe('/account/devices');
    expect(await signIn(browser, me)).toBe('/account/devices');
    expect(await signIn(new CookieBrowser(server), me)).toBe(OFFER);
  });

  it('does not appear for an owner of one, and redirects to no other site', async () => {
    const holder = await newHolder(server, site);
    expect(await signIn(new CookieBrowser(server), holder)).toBe('/account/devices');
    const away = await holder.browser.post('/account/passkeys/later', { next: '//elsewhere.example' });
    expect(away.headers.location).toBe('/account');
    expect((await holder.browser.get('/account/passkeys/new?next=//elsewhere.example')).text).not.toContain(
      'elsewhere',
    );
  });
});

describe('server with a numeric host', () => {
  it('has no passkeys, and works by password', async () => {
    const server = await startApp();
    try {
      const me = await newMember(server);
      const browser = new CookieBrowser(server);
      await browser.post('/sign-in', { identifier: me.email, password: me.password, canPasskey: 'yes' });
      expect((await browser.get('/passkey/options', { Accept: 'application/json' })).status).toBe(404);
      expect((await browser.get(PAGE)).text).not.toContain('Passkeys');
      expect((await browser.get('/account')).text).not.toContain('/account/sign-in#passkeys');
      expect((await browser.get('/account/passkeys/new')).status).toBe(303);
      expect((await browser.post('/sign-in', { passkey: '{}' })).status).toBe(401);
    } finally {
      await server.close();
    }
  });
});
