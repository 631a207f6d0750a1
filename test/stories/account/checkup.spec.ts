import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { DAY } from '../../../src/platform/security/clock.js';
import { PasswordHasher } from '../../../src/platform/security/password-hasher.js';
import { tokensFor } from '../../support/a01.js';
import { protect } from '../../support/authenticator.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { newestMessage, newMember, NEXT_PASSWORD, type Member } from '../../support/forgotten-password.js';
import { Authenticator } from '../../support/passkey-authenticator.js';
import { addPasskey, startAtName } from '../../support/passkeys.js';
import type { TestServer } from '../../support/start-app.js';

/** A line of the checkup: what it says, whether something is to be mended, and where its link leads. */
interface Line {
  readonly says: string;
  readonly isOpen: boolean;
  readonly href: string;
}

const LINES = [
  'Password',
  'Second factor',
  'Passkeys',
  'Addresses not confirmed yet',
  'Devices not used for a year',
];

describe('the checkup on top of an account (D387)', () => {
  let server: TestServer;
  let site: string;
  beforeAll(async () => {
    ({ server, site } = await startAtName());
  });
  afterAll(() => server.close());

  async function signedIn(who?: Member): Promise<{ me: Member; browser: CookieBrowser }> {
    const me = who ?? (await newMember(server));
    const browser = new CookieBrowser(server);
    await browser.signIn(me);
    return { me, browser };
  }

  /** Reads the card, and opens every link in it: each leads to the part of a page that mends the line. */
  async function checkup(browser: CookieBrowser): Promise<Readonly<Record<string, Line>>> {
    const { text } = await browser.get('/account');
    const card = /<section class="card" id="checkup">(.*?)<\/section>/s.exec(text)?.[1] ?? '';
    const line =
      /<li><div><strong( class="warn")?>([^<]*)<\/strong><div class="hint">(.*?)<\/div><\/div><a href="([^"]+)">[^<]+<\/a><\/li>/gs;
    const found = [...card.matchAll(line)].map(
      ([, open, label, says, href]) =>
        [label, { says: says.replace(/<[^>]+>/g, ''), isOpen: open !== undefined, href }] as const,
    );
    expect(found.length).toBe(card.split('<li>').length - 1);
    for (const [label, { href }] of found) {
      expect(LINES).toContain(label);
      const [path, id = ''] = href.split('#');
      const page = await browser.get(path);
      expect([href, page.status]).toEqual([href, 200]);
      if (id !== '') expect([href, page.text.includes(`id="${id}"`)]).toEqual([href, true]);
    }
    return Object.fromEntries(found);
  }

  it('names what is missing on a new account, and nothing that is in order', async () => {
    const { browser } = await signedIn();
    expect(await checkup(browser)).toEqual({
      Password: { says: 'changed now', isOpen: false, href: '/account/sign-in#password-section' },
      'Second factor': {
        ...{ says: 'off: your password is enough to sign in', isOpen: true },
        href: '/account/second-factor',
      },
      Passkeys: { says: 'none yet', isOpen: true, href: '/account/sign-in#passkeys' },
    });
  });

  it('tells the age of the password, and begins anew with the next one', async () => {
    const { me, browser } = await signedIn();
    server.clock.advance({ days: 100 });
    const later = await signedIn(me);
    expect((await checkup(later.browser)).Password.says).toBe('changed 3 months ago');
    await later.browser.confirm(me);
    const form = { current: me.password, password: NEXT_PASSWORD, reason: 'another' };
    expect((await later.browser.post('/account/password', form)).status).toBe(200);
    expect((await checkup(later.browser)).Password.says).toBe('changed now');
    expect((await browser.get('/account')).status).toBe(303);
  });

  it('says that the password is old where the audit no longer knows, and that there is no password of their own', async () => {
    const { me } = await signedIn();
    server.clock.advance({ days: 5000 });
    const { browser } = await signedIn(me);
    expect((await checkup(browser)).Password.says).toBe('not changed for a long time');
    const none = server.get(PasswordHasher).noPassword();
    await rows(server, 'UPDATE account SET password_hash = $2 WHERE id = $1 RETURNING 1', [me.id, none]);
    expect((await checkup(browser)).Password).toMatchObject({ says: 'none yet' });
  });

  it('turns the second factor and passkeys from open into done', async () => {
    const { me, browser } = await signedIn();
    await addPasskey(browser, new Authenticator(site));
    await addPasskey(browser, new Authenticator(site));
    expect((await checkup(browser)).Passkeys).toMatchObject({ says: '2', isOpen: false });
    const other = await signedIn();
    await protect(server, other.browser);
    expect((await checkup(other.browser))['Second factor']).toMatchObject({ says: 'on', isOpen: false });
    expect(me.id).not.toBe(other.me.id);
  });

  it('names addresses that are not confirmed, as text', async () => {
    const { me, browser } = await signedIn();
    await rows(
      server,
      `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, issuer)
       VALUES ($1, 'Email', '<b>@waits.example', '<b>@waits.example', false, ''),
              ($1, 'Login', 'mia-${me.id}', 'mia-${me.id}', false, '') RETURNING 1`,
      [me.id],
    );
    const unconfirmed = async () => (await checkup(browser))['Addresses not confirmed yet'];
    expect(await unconfirmed()).toMatchObject({ says: '&lt;b>@waits.example', isOpen: true });
    await rows(
      server,
      `UPDATE account_identifier SET value = 'me@waits.example', normalized = 'me@waits.example'
       WHERE account_id = $1 AND value = '<b>@waits.example' RETURNING 1`,
      [me.id],
    );
    const place = await browser.get('/account/sign-in');
    const [, identifier] = /name="identifier" value="([^"]+)"/.exec(place.text) ?? [];
    expect(identifier).toBe('me@waits.example');
    await browser.post('/account/identifiers', { identifier });
    await server.get(LateLinks).settled();
    const { path } = await newestMessage(server, me.id);
    await browser.post(path);
    expect(await unconfirmed()).toBeUndefined();
  });

  it('leaves an address out that is out of use: the page has a section for it', async () => {
    const { me, browser } = await signedIn();
    await rows(
      server,
      `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated, issuer, suspended_at)
       VALUES ($1, 'Email', 'out@waits.example', 'out@waits.example', false, '', $2) RETURNING 1`,
      [me.id, server.clock.now()],
    );
    expect(await checkup(browser)).not.toHaveProperty('Addresses not confirmed yet');
    expect((await browser.get('/account/sign-in')).text).toContain('out@waits.example');
  });

  it('counts devices that nobody used for a year, until they are signed out', async () => {
    const { me } = await signedIn();
    await tokensFor(server, me);
    const unused = async () => {
      const { browser } = await signedIn(me);
      return { browser, line: (await checkup(browser))['Devices not used for a year'] };
    };
    const from = server.clock.millis();
    server.clock.advance({ days: 365 });
    expect((await unused()).line).toBeUndefined();
    server.clock.advance({ seconds: 1 });
    expect(server.clock.millis() - from).toBeGreaterThan(365 * DAY);
    const { browser, line } = await unused();
    expect(line).toEqual({ says: '1', isOpen: true, href: '/account/devices' });
    await browser.post('/account/end-others');
    expect((await checkup(browser))['Devices not used for a year']).toBeUndefined();
  });
});
