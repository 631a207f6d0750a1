import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { basic, post, refresh, tokensFor, tokenStatus } from '../../support/a01.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { accountId, rows } from '../../support/database-rows.js';
import { ANNA, BEN, CLIENTS } from '../../support/fixtures.js';
import { newMember } from '../../support/forgotten-password.js';
import { request } from '../../support/http.js';
import { invite, invited, linkOf, outboxOf } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';
import { reminted } from '../../support/token-forge.js';

type Items = readonly Readonly<Record<string, string | null>>[];

describe('helping a user by the administration API', () => {
  let server: TestServer;
  let admin: AdminApi;
  let support: AdminApi;
  beforeAll(async () => {
    server = await startApp();
    admin = await AdminApi.signIn(server, await newAdmin(server));
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
  });
  afterAll(() => server.close());
  const actionsOn = async (target: string): Promise<string[]> => {
    const sql = 'SELECT action FROM audit_event WHERE target = $1 AND account_id IS NOT NULL ORDER BY id';
    return (await rows<{ action: string }>(server, sql, [target])).map(({ action }) => action);
  };

  describe('links', () => {
    it('support resends an invitation: the new link works, the old one no more', async () => {
      const id = await invite(server);
      const before = await linkOf(server, id);
      const tooSoon = await support.send('POST', `/accounts/${id}/invitation`);
      expect([tooSoon.status, tooSoon.body.detail]).toEqual([409, expect.stringContaining('5 minutes')]);
      server.clock.advance({ minutes: 6 });
      support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
      expect((await support.send('POST', `/accounts/${id}/invitation`)).status).toBe(202);
      expect(await linkOf(server, id)).not.toBe(before);
      expect(await actionsOn(`account:${id}`)).toContain('account.invitation_resent');
      const { body } = await support.send('GET', `/accounts/${id}`);
      expect(body.waitingLinks).toEqual([expect.objectContaining({ kind: 'invitation' })]);
    });

    it('support sends a password reset link, to an active account only', async () => {
      const member = await newMember(server);
      expect((await support.send('POST', `/accounts/${member.id}/password-reset`)).status).toBe(202);
      const sent = await outboxOf(server, member.id);
      expect(sent[0]).toMatchObject({ kind: 'reset', recipient: member.email });
      const pending = await invited(server);
      expect((await support.send('POST', `/accounts/${pending.accountId}/password-reset`)).status).toBe(409);
      expect((await support.send('POST', `/accounts/${member.id}/invitation`)).status).toBe(409);
    });

    it('support can send no link to an account with a role, an administrator can (D143)', async () => {
      const colleague = await newAdmin(server);
      const path = `/accounts/${colleague.id}/password-reset`;
      expect([(await support.send('POST', path)).status, (await admin.send('POST', path)).status]).toEqual([
        403, 202,
      ]);
    });
  });

  describe('sign-ins of a user', () => {
    const signIn = async (): Promise<string> => {
      const form = { a01identifier: BEN.email, a01password: BEN.password };
      const { headers } = await request(server, { path: '/api/log2/in', form });
      return (headers['set-cookie'] ?? [''])[0].split(';')[0];
    };
    const status = async (cookie: string) =>
      (await request(server, { path: '/api/acc/getloggedaccount', headers: { Cookie: cookie } })).status;

    it('signs out one browser, then all of them', async () => {
      const id = await accountId(server, BEN.email);
      const cookies = [await signIn(), await signIn(), await signIn()];
      expect(await Promise.all(cookies.map(status))).toEqual([200, 200, 200]);
      const { body } = await support.send('GET', `/accounts/${id}/sessions`);
      const items = body.items as Items;
      expect(items.map(({ kind }) => kind)).toEqual(['browser', 'browser', 'browser']);
      const one = `/accounts/${id}/sessions/${items[0].sessionId}`;
      expect((await support.send('DELETE', one)).status).toBe(204);
      expect((await Promise.all(cookies.map(status))).filter((each) => each === 200)).toHaveLength(2);
      expect((await support.send('DELETE', one)).status).toBe(404);
      expect((await support.send('DELETE', `/accounts/${id}/sessions`)).status).toBe(204);
      expect(await Promise.all(cookies.map(status))).toEqual([501, 501, 501]);
      expect(await actionsOn(`account:${id}`)).toEqual(['account.sessions_ended', 'account.sessions_ended']);
    });

    it('include sessions of the console', async () => {
      const other = await newAdmin(server, 'support');
      const session = await AdminApi.signIn(server, other);
      const { body } = await admin.send('GET', `/accounts/${other.id}/sessions`);
      expect(body.items).toEqual([expect.objectContaining({ kind: 'administration' })]);
      await admin.send('DELETE', `/accounts/${other.id}/sessions`);
      expect((await session.send('GET', '/session')).status).toBe(401);
    });

    it('ends one grant with all its tokens, then every one of the account', async () => {
      const id = await accountId(server, ANNA.email);
      const [one, two, three] = [
        await tokensFor(server, ANNA),
        await tokensFor(server, ANNA),
        await tokensFor(server, ANNA),
      ];
      const tokens = [one, two, three].map(({ access_token: token }) => token);
      await Promise.all(tokens.map((token) => tokenStatus(server, token))); // known to the cache
      const { body } = await support.send('GET', `/grants?account=${id}&client=${CLIENTS.app.id}`);
      const items = body.items as Items;
      expect(items).toHaveLength(3);
      expect(items[0]).toMatchObject({
        clientId: CLIENTS.app.id,
        accountName: 'Anna K.',
        deviceId: 'device-1',
      });
      expect((await support.send('DELETE', `/grants/${items[0].grantId}`)).status).toBe(204);
      expect((await support.send('DELETE', `/grants/${items[0].grantId}`)).status).toBe(404);
      expect(await Promise.all(tokens.map((token) => tokenStatus(server, token)))).toEqual([200, 200, 401]);
      expect((await refresh(server, three.refresh_token)).status).toBe(400);
      expect((await support.send('DELETE', `/accounts/${id}/grants`)).status).toBe(204);
      expect(await Promise.all(tokens.map((token) => tokenStatus(server, token)))).toEqual([401, 401, 401]);
      expect((await support.send('GET', `/accounts/${id}/grants`)).body.items).toEqual([]);
    });

    it("lists grants page by page, the newest first, and a client's own grant too", async () => {
      await post(server, '/token', { grant_type: 'client_credentials' }, basic(CLIENTS.strict));
      for (let grant = 0; grant < 3; grant++) await tokensFor(server, BEN, 'Bearer', CLIENTS.keeper);
      const path = `/grants?client=${CLIENTS.keeper.id}&limit=2`;
      const first = await support.send('GET', path);
      const second = await support.send('GET', `${path}&after=${String(first.body.next)}`);
      const ids = [first, second].flatMap(({ body }) =>
        (body.items as Items).map(({ grantId }) => Number(grantId)),
      );
      expect(ids).toHaveLength(3);
      expect(ids).toEqual([...ids].sort((a, b) => b - a));
      const own = await support.send('GET', `/grants?client=${CLIENTS.strict.id}`);
      expect(own.body.items).toEqual([expect.objectContaining({ accountId: null, accountName: null })]);
    });
  });

  describe('inspected token', () => {
    it('shows why it is valid or not, and ends it; neither answer nor log contains it', async () => {
      const { access_token: token, refresh_token: refreshToken } = await tokensFor(server, BEN);
      const inspect = async (text: string) =>
        (await support.send('POST', '/tokens/inspect', { body: { token: text } })).body;
      expect(await inspect(`Bearer ${token}`)).toMatchObject({
        active: true,
        state: 'active',
        kind: 'access',
        clientId: CLIENTS.app.id,
        accountId: await accountId(server, BEN.email),
      });
      const renewed = await refresh(server, refreshToken);
      expect(await inspect(refreshToken)).toMatchObject({ active: false, state: 'spent', kind: 'refresh' });
      const { access_token: next, refresh_token: last } = renewed.body;
      const revoke = (text: string) => support.send('POST', '/tokens/revoke', { body: { token: text } });
      expect((await revoke(next)).status).toBe(204);
      expect(await tokenStatus(server, next)).toBe(401);
      expect(await inspect(next)).toMatchObject({ active: false, state: 'revoked', kind: 'access' });
      expect((await revoke(last)).status).toBe(204);
      expect(await inspect(last)).toMatchObject({ state: 'revoked' });
      expect((await revoke('x'.repeat(43))).status).toBe(404);
      for (const secret of [token, refreshToken, next, last]) expect(server.log.join()).not.toContain(secret);
    });

    it('says why it does not work: expired, its account or its client disabled', async () => {
      const member = await newMember(server);
      const { access_token: token } = await tokensFor(server, member);
      const state = async () => (await admin.send('POST', '/tokens/inspect', { body: { token } })).body.state;
      await rows(server, `UPDATE account SET status = 'disabled' WHERE id = $1`, [member.id]);
      expect(await state()).toBe('accountClosed');
      await rows(server, `UPDATE client SET is_disabled = true WHERE client_id = $1`, [CLIENTS.app.id]);
      expect(await state()).toBe('clientDisabled');
      const past = reminted(server, token, { expiresAt: server.clock.millis() - 1 });
      const { body } = await admin.send('POST', '/tokens/inspect', { body: { token: past } });
      expect(body.state).toBe('expired');
      await rows(server, `UPDATE client SET is_disabled = false WHERE client_id = $1`, [CLIENTS.app.id]);
      expect(await tokenStatus(server, token)).toBe(401);
    });
  });

  describe('id of a partner (D115, D117)', () => {
    const BODY = { issuer: 'https://portal.example', value: '4711' };

    it('is connected once, belongs to nobody else, and is disconnected', async () => {
      const [anna, ben] = [await accountId(server, ANNA.email), await accountId(server, BEN.email)];
      const made = await admin.send('POST', `/accounts/${anna}/external-ids`, { body: BODY });
      expect([made.status, made.body]).toEqual([
        201,
        expect.objectContaining({ type: 'ExternalId', ...BODY, isValidated: true }),
      ]);
      const again = await admin.send('POST', `/accounts/${anna}/external-ids`, { body: BODY });
      expect([again.status, again.body.identifierId]).toEqual([201, made.body.identifierId]);
      const taken = await admin.send('POST', `/accounts/${ben}/external-ids`, { body: BODY });
      expect([taken.status, taken.body.detail]).toEqual([409, expect.stringContaining('Another account')]);
      const path = `/accounts/${anna}/external-ids/${String(made.body.identifierId)}`;
      expect((await admin.send('DELETE', path)).status).toBe(204);
      expect((await admin.send('DELETE', path)).status).toBe(404);
      expect(await actionsOn(`account:${anna}`)).toEqual(
        expect.arrayContaining(['account.identifier_linked', 'account.identifier_unlinked']),
      );
      const [{ details }] = await rows<{ details: object }>(
        server,
        `SELECT details FROM audit_event WHERE action = 'account.identifier_linked' LIMIT 1`,
      );
      expect(JSON.stringify(details)).not.toContain('4711');
    });

    it.each([{ issuer: 'https://x', value: '' }, { issuer: '', value: '1' }, { value: '1' }])(
      'refuses %j',
      async (body) => {
        const id = await accountId(server, BEN.email);
        expect((await admin.send('POST', `/accounts/${id}/external-ids`, { body })).status).toBe(422);
      },
    );

    it('other identifiers are not removed this way', async () => {
      const id = await accountId(server, BEN.email);
      const { body } = await admin.send('GET', `/accounts/${id}`);
      const [email] = body.identifiers as Items;
      const path = `/accounts/${id}/external-ids/${email.identifierId}`;
      expect((await admin.send('DELETE', path)).status).toBe(404);
    });
  });
});
