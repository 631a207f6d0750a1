import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { SHOWN_KINDS, type ShownKind } from '../../../src/identity/ways-in/shown-ways.js';
import { WaysList, type ListedWay } from '../../../src/identity/accounts/ways-list.js';
import { ownEndOf } from '../../../src/account/ways/own-way-end.js';
import { newAdmin, type Admin } from '../../support/admin-api.js';
import { CookieBrowser, startWithThirdParties } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { showFactor } from '../../support/device-passwords.js';
import { newMember } from '../../support/forgotten-password.js';
import { newEmail } from '../../support/invitations.js';
import { openEveryWay, sessionDigestOf, type OpenWays } from '../../support/open-ways.js';
import type { TestServer } from '../../support/start-app.js';

const PAGE = '/account/security';

/** Buttons on the page, in this order: later ones end none of the earlier. */
const BY_BUTTON: readonly ShownKind[] = [
  ...(['sentInvitations', 'proposals', 'additionLinks', 'trustedBrowsers'] as const),
  ...(['directGrants', 'devicePasswords', 'allowedGrants', 'consents', 'administration'] as const),
  ...(['passkeys', 'sessions'] as const),
];

describe('/account/security: ways into your account (D325)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startWithThirdParties();
  });
  afterAll(() => server.close());
  const listed = (id: string): Promise<ListedWay[]> => server.get(WaysList).of(id);

  describe('of an account that was opened in every way', () => {
    let who: Admin;
    let own: CookieBrowser;
    let ways: OpenWays;
    beforeAll(async () => {
      who = await newAdmin(server);
      own = new CookieBrowser(server);
      await own.signIn(who);
      ways = await openEveryWay(server, who, new CookieBrowser(server));
      await showFactor(server, who.id);
    });

    it('shows a row for each, of every kind', async () => {
      const all = await listed(who.id);
      expect([...new Set(all.map(({ kind }) => kind))].sort()).toEqual([...SHOWN_KINDS].sort());
      const { text } = await own.get(PAGE);
      expect(text.match(/class="app way"/g)).toHaveLength(all.length);
      for (const { name } of all) if (name !== null) expect(text).toContain(name.replace(/'/g, '&#39;'));
      expect(text.replace(/"[\da-f]{64}"/g, '').replace(/<link[^>]*>|<script[^>]*>/g, '')).not.toMatch(
        /[\w-]{43}/,
      );
    });

    it("links to the page for unrecognized sign-ins, except for this browser's own", async () => {
      const all = await listed(who.id);
      const here = all.find(({ id }) => id === sessionDigestOf(own).toString('hex'));
      const [passkey] = all.filter(({ kind }) => kind === 'passkeys');
      const { text } = await own.get(PAGE);
      expect(here?.signInId).not.toBeNull();
      expect(text).not.toContain(`/account/sign-ins/${here?.signInId}"`);
      expect(text).toContain(`/account/sign-ins/${passkey.signInId}"`);
      expect((await own.get(`/account/sign-ins/${passkey.signInId}`)).status).toBe(200);
    });

    it.each(BY_BUTTON)('ends one by a button: %s', async (kind) => {
      const isMine = (way: ListedWay) => way.id === sessionDigestOf(own).toString('hex');
      const found = (await listed(who.id)).filter((way) => way.kind === kind && !isMine(way));
      expect(found.length).toBeGreaterThan(0);
      const { text } = await own.get(PAGE);
      for (const way of found) {
        const end = ownEndOf(way);
        if (typeof end === 'string' || !('action' in end)) throw new Error(`no button: ${kind}`);
        expect(text).toContain(`action="${end.action}"`);
        for (const value of Object.values(end.values)) expect(text).toContain(`value="${value}"`);
        const { status, headers } = await own.post(end.action, { ...end.values, from: 'security' });
        const isAnswered = kind === 'sentInvitations'; // by the page of the family
        expect([status, headers.location]).toEqual(isAnswered ? [200, undefined] : [303, `${PAGE}?removed=`]);
      }
      expect(await ways[kind]()).toBe(false);
      expect((await listed(who.id)).filter((way) => way.kind === kind && !isMine(way))).toEqual([]);
      expect((await own.get(`${PAGE}?removed=`)).text).toContain('It is removed.');
    });

    it('ends no password reset link: a thief would end each one', async () => {
      const [link] = (await listed(who.id)).filter(({ kind }) => kind === 'resetLinks');
      await own.post(`${PAGE}/end`, { kind: 'resetLinks', id: link.id });
      expect(await ways.resetLinks()).toBe(true);
      expect((await own.get(PAGE)).text).toContain('It ends by itself within an hour.');
    });

    it('links to the page that restores suspended ones', async () => {
      await rows(
        server,
        'UPDATE account_identifier SET is_validated = false, suspended_at = $2 WHERE account_id = $1 AND added_at IS NOT NULL RETURNING 1',
        [who.id, server.clock.now()],
      );
      const { text } = await own.get(PAGE);
      expect(text).toContain('<a href="/account/sign-in#suspended" aria-label="Use again: ');
      expect((await own.get('/account/sign-in')).text).toContain('id="suspended"');
    });
  });

  describe('form for ways in without a page of their own', () => {
    let own: CookieBrowser;
    let id: string;
    let link: string;
    beforeEach(async () => {
      server.clock.advance({ days: 1 });
      const member = await newMember(server);
      ({ id } = member);
      own = new CookieBrowser(server);
      await own.signIn(member);
      await own.post('/account/identifiers', { identifier: newEmail() });
      [{ id: link }] = (await listed(id)).filter(({ kind }) => kind === 'additionLinks');
    });
    const end = (fields: Record<string, string>, browser = own) => browser.post(`${PAGE}/end`, fields);
    const links = async () => (await listed(id)).filter(({ kind }) => kind === 'additionLinks').length;

    it.each([
      ['another kind', { kind: 'sessions' }],
      ['an unknown kind', { kind: 'constructor' }],
      ['another one', { id: '00' }],
      ['no id', { id: '' }],
      ['a kind of links that it is not', { kind: 'resetLinks' }],
    ])('does nothing for %s', async (_, wrong) => {
      expect((await end({ kind: 'additionLinks', id: link, ...wrong })).status).toBe(303);
      expect(await links()).toBe(1);
    });

    it('does nothing to another account', async () => {
      const stranger = new CookieBrowser(server);
      await stranger.signIn(await newMember(server));
      expect((await end({ kind: 'additionLinks', id: link }, stranger)).status).toBe(303);
      expect(await links()).toBe(1);
    });

    it('asks for a fresh confirmation, and returns', async () => {
      server.clock.advance({ minutes: 6 });
      const { headers } = await end({ kind: 'additionLinks', id: link });
      expect(headers.location).toBe(`/confirm?next=${encodeURIComponent(PAGE)}`);
      expect(await links()).toBe(1);
      expect((await own.get(PAGE)).text).toContain(`href="/confirm?next=${encodeURIComponent(PAGE)}"`);
    });

    it('is recorded once, however often it is sent', async () => {
      const once = () => end({ kind: 'additionLinks', id: link });
      const answers = [await once(), await once()];
      expect(answers.map(({ headers }) => headers.location)).toEqual(Array(2).fill(`${PAGE}?removed=`));
      expect(await links()).toBe(0);
      const sql = `SELECT details FROM audit_event WHERE action = 'way.ended' AND account_id = $1`;
      expect(await rows(server, sql, [id])).toEqual([{ details: { kind: 'additionLinks', way: link } }]);
    });
  });
});
