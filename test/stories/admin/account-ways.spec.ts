import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SHOWN_KINDS, type ShownKind } from '../../../src/identity/ways-in/shown-ways.js';
import { AdminApi, newAdmin, type Admin } from '../../support/admin-api.js';
import { CookieBrowser, startWithThirdParties } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { outboxOf } from '../../support/invitations.js';
import { openEveryWay, type OpenWays } from '../../support/open-ways.js';
import type { TestServer } from '../../support/start-app.js';

interface Way {
  readonly kind: ShownKind;
  readonly wayId: string;
  readonly type: string;
  readonly name: string | null;
  readonly signedInAt: string | null;
  readonly canEnd: boolean;
}

/** The removable ones, in this order: later ones end none of the earlier. */
const ENDABLE: readonly ShownKind[] = [
  ...(['sentInvitations', 'proposals', 'recovery', 'additionLinks', 'resetLinks'] as const),
  ...(['trustedBrowsers', 'directGrants', 'devicePasswords', 'allowedGrants', 'consents'] as const),
  ...(['sessions', 'administration', 'factors', 'passkeys', 'partnerIds', 'identifiers'] as const),
];

describe("ways into an account in the administration's API (D325)", () => {
  let server: TestServer;
  let admin: AdminApi;
  let support: AdminApi;
  let self: Admin;
  beforeAll(async () => {
    server = await startWithThirdParties({ SMTP_URL: 'smtp://127.0.0.1:9' });
    self = await newAdmin(server);
    admin = await AdminApi.signIn(server, self);
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
  });
  afterAll(() => server.close());
  const waysOf = async (id: string, by = admin): Promise<readonly Way[]> => {
    const { status, body } = await by.send('GET', `/accounts/${id}/ways`);
    expect(status).toBe(200);
    return body.items as readonly Way[];
  };
  const end = (id: string, { kind, wayId }: Pick<Way, 'wayId'> & { readonly kind: string }, by = admin) =>
    by.send('DELETE', `/accounts/${id}/ways/${kind}/${encodeURIComponent(wayId)}`);

  describe('of an account with every kind of way', () => {
    let who: Admin;
    let ways: OpenWays;
    let listed: readonly Way[];
    beforeAll(async () => {
      who = await newAdmin(server);
      ways = await openEveryWay(server, who, new CookieBrowser(server));
      listed = await waysOf(who.id);
    });

    it('are listed for support and administrators: every kind that is shown', async () => {
      expect([...new Set(listed.map(({ kind }) => kind))].sort()).toEqual([...SHOWN_KINDS].sort());
      expect(await waysOf(who.id, support)).toEqual(listed);
    });

    it('name the sign-in that created them', () => {
      const made = listed.filter(({ signedInAt }) => signedInAt !== null).map(({ kind }) => kind);
      const onPages = ['sessions', 'allowedGrants', 'devicePasswords', 'additionLinks', 'passkeys'] as const;
      expect(made).toEqual(
        expect.arrayContaining([...onPages, 'consents', 'identifiers', 'sentInvitations']),
      );
    });

    it('hide every secret: long random values are digests only', () => {
      const text = JSON.stringify(listed);
      expect(text).toMatch(/"[\da-f]{64}"/);
      expect(text.replace(/"[\da-f]{64}"/g, '')).not.toMatch(/[\w-]{30}/);
    });

    it.each(ENDABLE)('can be ended one by one: %s', async (kind) => {
      const found = (await waysOf(who.id)).filter((way) => way.kind === kind && way.canEnd);
      expect(found.length).toBeGreaterThan(0);
      const statuses: number[] = [];
      for (const way of found) statuses.push((await end(who.id, way)).status);
      // The last address stays.
      expect(statuses.filter((status) => status !== 204)).toEqual(kind === 'identifiers' ? [409] : []);
      expect(await ways[kind]()).toBe(false);
      const left = (await waysOf(who.id)).filter((way) => way.kind === kind);
      expect(left).toHaveLength(kind === 'identifiers' ? 1 : 0);
      if (kind !== 'identifiers') expect((await end(who.id, found[0])).status).toBe(404);
    });

    it('are recorded one by one, with the administrator who ended them', async () => {
      const found = await rows<{ by: string; kind: string }>(
        server,
        `SELECT account_id::text AS by, details->>'kind' AS kind FROM audit_event WHERE action = 'account.way_ended' AND target = $1`,
        [`account:${who.id}`],
      );
      expect([...new Set(found.map(({ kind }) => kind))].sort()).toEqual([...ENDABLE].sort());
      expect(new Set(found.map(({ by }) => by))).toEqual(new Set([self.id]));
    });

    it("cause the owner's notice as if the owner ended them", async () => {
      const told = (await outboxOf(server, who.id)).map(({ kind }) => kind);
      const kinds = ['secondFactorRemoved', 'passkeyRemoved', 'devicePasswordRemoved', 'identifierRemoved'];
      expect(told).toEqual(expect.arrayContaining([...kinds, 'recoveryStopped']));
    });

    it('keep the password, which can only be replaced', async () => {
      expect((await end(who.id, { kind: 'password', wayId: 'password' })).status).toBe(404);
      expect(listed.filter(({ canEnd }) => !canEnd).map(({ type }) => type)).toEqual([
        'password',
        'recoveryCodes',
      ]);
    });
  });

  describe('of a member', () => {
    let member: Member;
    beforeAll(async () => {
      member = await newMember(server);
      await new CookieBrowser(server).signIn(member);
    });
    const one = async (type: string): Promise<Way> => {
      const found = (await waysOf(member.id)).find((way) => way.type === type);
      if (!found) throw new Error(`no ${type}`);
      return found;
    };
    const withFactor = async (at: Date): Promise<void> => {
      await rows(server, 'DELETE FROM totp WHERE account_id = $1 RETURNING 1', [member.id]);
      const text = `INSERT INTO totp (account_id, sealed, created_at, confirmed_at) VALUES ($1, '', $2, $2) RETURNING 1`;
      await rows(server, text, [member.id, at]);
    };
    const withPasskey = async (at: Date): Promise<void> => {
      await rows(server, 'DELETE FROM passkey WHERE account_id = $1 RETURNING 1', [member.id]);
      const text = `INSERT INTO passkey (account_id, credential_id, user_handle, public_key, counter, transports, is_synced, is_backed_up, name, rp_id, created_at)
        VALUES ($1, $2, $2, '', 0, '{}', false, false, 'Phone', 'localhost', $3) RETURNING 1`;
      await rows(server, text, [member.id, Buffer.from(`key ${member.id}`), at]);
    };

    it('can be ended by an administrator, but not by support', async () => {
      const way = await one('browser');
      expect((await end(member.id, way, support)).status).toBe(403);
      expect(await one('browser')).toEqual(way);
    });

    it('require the password again if it was given long ago', async () => {
      const way = await one('browser');
      const late = await AdminApi.signIn(server, await newAdmin(server));
      server.clock.advance({ minutes: 6 });
      const refused = await end(member.id, way, late);
      expect([refused.status, refused.body.type]).toEqual([403, 'urn:hearth:problem:confirmation-required']);
      admin = await AdminApi.signIn(server, self);
      expect((await end(member.id, way)).status).toBe(204);
    });

    it.each([
      ['an unknown kind', 'anything', '1'],
      ['a kind that is not shown', 'validationTokens', '1'],
      ['an object’s own names', 'constructor', '1'],
      ['no id', 'passkeys', 'x y'],
      ['too large an id', 'identifiers', '9'.repeat(30)],
      ['no digest', 'sessions', 'zz'],
      ['no client', 'consents', 'nobody/%'],
      ['no link', 'proposals', '00'],
      ['no number', 'sentInvitations', '-1'],
      ['no grant', 'directGrants', '1e3'],
    ])('answer 404 for %s', async (_, kind, wayId) => {
      const { status, body } = await end(member.id, { kind, wayId });
      expect([status, body.detail]).toEqual([404, expect.stringContaining(JSON.stringify(wayId))]);
    });

    it('are limited to that account: another’s is not found', async () => {
      const other = await newMember(server);
      const [address] = (await waysOf(other.id)).filter(({ type }) => type === 'email');
      expect((await end(member.id, address)).status).toBe(404);
      expect(await waysOf(other.id)).toContainEqual(address);
    });

    it('end at once if a second factor is young, and not if it is settled (D250)', async () => {
      const now = server.clock.now();
      const settled = new Date(now.getTime() - 31 * 86_400_000);
      await withFactor(settled);
      await withPasskey(settled);
      for (const type of ['oneTimeCodes', 'passkey']) {
        const way = await one(type);
        expect(way.canEnd).toBe(false);
        const { status, body } = await end(member.id, way);
        expect([status, body.detail]).toEqual([409, expect.stringContaining('recovery')]);
        expect(await one(type)).toEqual(way);
      }
      await withFactor(now);
      await withPasskey(now);
      for (const type of ['oneTimeCodes', 'passkey'])
        expect((await end(member.id, await one(type))).status).toBe(204);
    });

    it('show what is suspended, which ends permanently', async () => {
      const held = server.clock.now();
      await withPasskey(held);
      await rows(
        server,
        `WITH gone AS (DELETE FROM passkey WHERE account_id = $1 RETURNING *)
         INSERT INTO suspended_passkey (id, account_id, suspended_at, kept) SELECT id, account_id, $2, to_jsonb(gone) FROM gone RETURNING 1`,
        [member.id, held],
      );
      const way = await one('passkey');
      expect(way).toMatchObject({ name: 'Phone', suspendedAt: held.toISOString(), canEnd: true });
      expect((await end(member.id, way)).status).toBe(204);
      await expect(one('passkey')).rejects.toThrow('no passkey');
    });
  });

  it('are not ended for the own account: its page is /account', async () => {
    const [way] = (await waysOf(self.id)).filter(({ type }) => type === 'email');
    const { status, body } = await end(self.id, way);
    expect([status, body.detail]).toEqual([403, expect.stringContaining('/account/security')]);
  });

  it('reveal nothing about the network of the household that invited', async () => {
    const who = await newAdmin(server);
    await openEveryWay(server, who, new CookieBrowser(server));
    const invited = await rows<{ id: string; sender: string }>(
      server,
      `SELECT account_id::text AS id, sign_in_id::text AS sender FROM invitation WHERE kind = 'membership' AND invited_by = $1`,
      [who.id],
    );
    await rows(
      server,
      `UPDATE invitation SET sign_in_id = (SELECT id FROM sign_in WHERE account_id = $1 LIMIT 1) WHERE invited_by = $1 RETURNING 1`,
      [who.id],
    );
    const [membership] = (await waysOf(invited[0].id)).filter(({ type }) => type === 'membership');
    expect(membership).toMatchObject({ signedInAt: null, network: null, browser: null });
  });
});
