import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { AdminApi, newAdmin } from '../../support/admin-api.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { rows } from '../../support/database-rows.js';
import { addHomeApp, homeToken } from '../../support/family-app.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { request } from '../../support/http.js';
import { bearer, post } from '../../support/a01.js';
import { newEmail, outboxOf } from '../../support/invitations.js';
import { picture } from '../../support/pictures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('administrators run families without being members (D385)', () => {
  let server: TestServer;
  let api: AdminApi;
  let support: AdminApi;
  let trail: AuditTrail;
  let id: string;
  let founder: Member;
  let admin: Member;
  let member: Member;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown();
    await addHomeApp(server);
    trail = new AuditTrail(server);
    api = await AdminApi.signIn(server, await newAdmin(server));
    support = await AdminApi.signIn(server, await newAdmin(server, 'support'));
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    [founder, admin, member] = [await newMember(server), await newMember(server), await newMember(server)];
    const body = { name: 'The Rivers', founder: founder.id };
    id = (await api.send('POST', '/families', { body })).body.familyId as string;
    await put(admin, 1);
    await put(member, 0);
    await rows(server, 'DELETE FROM outbox_message RETURNING 1');
  });

  const put = ({ id: account }: Member, accountType: number) =>
    api.send('PUT', `/families/${id}/members/${account}`, { body: { accountType } });
  const told = async (who: Member) => (await outboxOf(server, who.id)).map(({ kind }) => kind);
  const allTold = async () => [await told(founder), await told(admin), await told(member)];
  const get = async () => (await api.send('GET', `/families/${id}`)).body;
  const patch = (body: object, by = api) => by.send('PATCH', `/families/${id}`, { body, ifMatch: '*' });
  const form = async (by: AdminApi, step: string, sent: Record<string, string> = {}) => {
    const headers = { Cookie: await by.consoleCookie(), Accept: 'text/html' };
    return request(server, { path: `/admin/families/${id}${step}`, headers, form: sent });
  };

  it('renames a family: its founder and administrators are told, by the name of the service', async () => {
    expect((await patch({ name: 'The Lakes' })).status).toBe(200);
    expect(await allTold()).toEqual([['familyChanged'], ['familyChanged'], []]);
    await patch({ premiumType: 1 });
    expect(await allTold()).toEqual([['familyChanged'], ['familyChanged'], []]);
  });

  it('turns services on and off: every member is told, the audit has the values', async () => {
    expect(await get()).toMatchObject({ taskService: true, autotrackingService: false });
    const events = await trail.of(() => patch({ taskService: false, autotrackingService: true }));
    expect(events).toContainEqual(
      expect.objectContaining({
        action: 'family.updated',
        details: {
          before: { taskService: true, autotrackingService: false },
          after: { taskService: false, autotrackingService: true },
        },
      }),
    );
    expect(await get()).toMatchObject({ taskService: false, autotrackingService: true, photoService: true });
    expect(await allTold()).toEqual([['familyChanged'], ['familyChanged'], ['familyChanged']]);
    expect((await patch({ taskService: 'no' })).status).toBe(422);
  });

  it('the form of the console saves services with the rest', async () => {
    const page = await form(support, '');
    expect(page.status).toBe(403);
    const saved = await form(api, '', {
      etag: '*',
      name: 'The Rivers',
      premiumType: '0',
      calendarService: 'yes',
    });
    expect([saved.status, saved.headers.location]).toEqual([303, `/admin/families/${id}?done=saved`]);
    expect(await get()).toMatchObject({ calendarService: true, photoService: false });
  });

  it('an addition is told to the new member and the founder', async () => {
    const [plain, helper, alone] = [
      await newMember(server),
      await newMember(server),
      await newMember(server),
    ];
    await rows(server, 'DELETE FROM outbox_message RETURNING 1');
    await put(plain, 0);
    expect([await told(plain), ...(await allTold())]).toEqual([['familyAdded'], ['familyAdded'], [], []]);
    await put(helper, 1);
    expect([await told(helper), (await told(founder))[0]]).toEqual([
      ['familyAdministrator'],
      'familyAdministrator',
    ]);
    await api.send('POST', '/families', { body: { name: 'The Lakes', founder: alone.id } });
    expect(await told(alone)).toEqual(['familyAdded']);
  });

  it('roles and removals are told to the member and the founder', async () => {
    await put(member, 1);
    expect(await allTold()).toEqual([['familyAdministrator'], [], ['familyAdministrator']]);
    await put(member, 1); // nothing changes
    await put(member, 0);
    expect((await told(member))[0]).toBe('familyMember');
    await api.send('DELETE', `/families/${id}/members/${member.id}`);
    expect([(await told(member))[0], (await told(founder))[0]]).toEqual(['familyRemoved', 'familyLeft']);
    const [{ payload }] = await rows<{ payload: string }>(
      server,
      `SELECT count(*)::text AS payload FROM outbox_message WHERE account_id = $1`,
      [member.id],
    );
    expect(payload).toBe('3');
  });

  it('hands a family over at once, told to both, and recorded with the administrator', async () => {
    const events = await trail.of(async () => {
      const { status, body } = await api.send('POST', `/families/${id}/hand-over`, {
        body: { accountId: member.id },
      });
      expect(status).toBe(200);
      expect(body.members).toEqual([
        expect.objectContaining({ accountId: member.id, accountType: 2 }),
        expect.objectContaining({ accountType: 1 }),
        expect.objectContaining({ accountType: 1 }),
      ]);
    });
    const [event] = events.filter(({ action }) => action === 'family.handed-over');
    expect(event).toMatchObject({ details: { from: founder.id, to: member.id }, target: `family:${id}` });
    expect(event.account).not.toBe(founder.id);
    expect(await allTold()).toEqual([['familyHandedOver'], [], ['familyHandedOver']]);
  });

  it('hands over to nobody outside, not to the founder, and not where there is no founder', async () => {
    const outsider = await newMember(server);
    const to = (accountId: string) => api.send('POST', `/families/${id}/hand-over`, { body: { accountId } });
    expect((await to(outsider.id)).status).toBe(409);
    expect((await to(founder.id)).status).toBe(409);
    expect((await to('x')).status).toBe(422);
    expect((await form(api, '/hand-over', { accountId: outsider.id })).status).toBe(422);
    await rows(server, 'UPDATE family_member SET member_type = 1 WHERE family_id = $1 RETURNING 1', [id]);
    expect((await to(member.id)).status).toBe(409);
    id = '999999';
    expect((await to(member.id)).status).toBe(404);
    expect(await allTold()).toEqual([[], [], []]);
  });

  it('the form of the console hands over', async () => {
    const shown = await request(server, {
      path: `/admin/families/${id}`,
      headers: { Cookie: await api.consoleCookie(), Accept: 'text/html' },
    });
    expect(shown.text).toContain('Hand the family over');
    const done = await form(api, '/hand-over', { accountId: admin.id });
    expect([done.status, done.headers.location]).toEqual([303, `/admin/families/${id}?done=handedOver`]);
    expect((await get()).members).toContainEqual(
      expect.objectContaining({ accountId: admin.id, accountType: 2 }),
    );
  });

  it('sets and removes the picture; its founder and administrators are told', async () => {
    const data = (await picture('png')).toString('base64');
    const events = await trail.of(async () => {
      const set = await api.send('PUT', `/families/${id}/picture`, { body: { data } });
      expect([set.status, set.body.pictureUrl]).toEqual([
        200,
        expect.stringMatching(/^\/pictures\/[\w-]{43}\.webp$/),
      ]);
      expect((await api.send('DELETE', `/families/${id}/picture`)).status).toBe(204);
      expect((await api.send('DELETE', `/families/${id}/picture`)).status).toBe(204); // nothing to remove
    });
    expect(events.map(({ action }) => action)).toEqual(['family.picture-set', 'family.picture-removed']);
    expect((await get()).pictureUrl).toBeNull();
    expect(await allTold()).toEqual([
      ['familyChanged', 'familyChanged'],
      ['familyChanged', 'familyChanged'],
      [],
    ]);
    for (const wrong of ['no base64!', Buffer.from('no picture').toString('base64')])
      expect((await api.send('PUT', `/families/${id}/picture`, { body: { data: wrong } })).status).toBe(422);
    expect((await form(api, '/picture')).status).toBe(422);
    expect((await form(api, '/picture/remove')).status).toBe(303);
  });

  it('a withdrawn invitation is told to the member who sent it', async () => {
    const token = await homeToken(server, admin.id);
    const sent = { familyId: id, Identifier: newEmail(), UserName: 'Guest' };
    expect((await post(server, '/api/fam/invite', sent, bearer(token))).status).toBe(200);
    await server.get(LateLinks).settled();
    const { body } = await api.send('GET', `/families/${id}/invitations`);
    const [{ invitationId }] = body.items as [{ invitationId: string }];
    expect((await api.send('DELETE', `/families/${id}/invitations/${invitationId}`)).status).toBe(204);
    expect((await told(admin))[0]).toBe('familyInvitationWithdrawn');
  });

  it('support sees all of it and changes nothing', async () => {
    expect((await support.send('GET', `/families/${id}`)).status).toBe(200);
    const before = await get();
    const body = { accountId: member.id };
    for (const refused of [
      await patch({ name: 'Mine' }, support),
      await support.send('POST', `/families/${id}/hand-over`, { body }),
      await support.send('PUT', `/families/${id}/picture`, { body: { data: 'AAAA' } }),
      await support.send('DELETE', `/families/${id}/picture`),
      await form(support, '/hand-over', body),
      await form(support, '/picture/remove'),
    ])
      expect(refused.status).toBe(403);
    expect(await get()).toEqual(before);
    const { text } = await request(server, {
      path: `/admin/families/${id}`,
      headers: { Cookie: await support.consoleCookie(), Accept: 'text/html' },
    });
    expect(text).toContain('The Rivers');
    for (const button of ['Hand over', 'Save picture', 'Save changes']) expect(text).not.toContain(button);
  });
});
