import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import type { RawAnswer } from '../../support/http.js';
import { linkOf, newEmail, outboxOf, provision, resultOf, submit } from '../../support/invitations.js';
import { picture } from '../../support/pictures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const [MEMBER, ADMINISTRATOR, FOUNDER] = [0, 1, 2];

describe('running a family on the pages of its members (D384)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let familyId: string;
  let founder: Member;
  let byFounder: CookieBrowser;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 1 });
    familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Rivers' }));
    [founder, byFounder] = await joined(FOUNDER);
  });

  const path = (step = '') => `/account/families/${familyId}${step}`;
  const of = ({ id }: Member, step = '') => path(`/members/${id}${step}`);
  /** A new member with this role, signed in. */
  async function joined(type: number): Promise<[Member, CookieBrowser]> {
    const who = await newMember(server);
    const AccountType = String(type);
    resultOf(await provision(server, 'addaccount2family', { accountId: who.id, familyId, AccountType }));
    const browser = new CookieBrowser(server);
    await browser.signIn(who);
    return [who, browser];
  }
  const roles = async () =>
    Object.fromEntries(
      (
        await rows<{ id: string; type: number }>(
          server,
          'SELECT account_id::text AS id, member_type AS type FROM family_member WHERE family_id = $1',
          [familyId],
        )
      ).map(({ id, type }) => [id, type]),
    );
  const familyRow = async () =>
    (
      await rows<{ name: string; key: string | null; calendar: boolean; tracking: boolean; task: boolean }>(
        server,
        `SELECT name, picture_key AS key, calendar_service AS calendar, autotracking_service AS tracking,
                task_service AS task FROM family WHERE id = $1`,
        [familyId],
      )
    )[0];
  const kinds = async ({ id }: Member) => (await outboxOf(server, id)).map(({ kind }) => kind);
  const ofFamily = (action: string, by: Member, details?: object) => ({
    ...{ action, outcome: 'ok', account: by.id, address: '127.0.0.1', target: `family:${familyId}` },
    ...(details && { details }),
  });
  const isDone = ({ status, headers }: RawAnswer) => [status, headers.location];

  it('the founder removes a member: a page names them, the outcome is shown after a redirect, both are notified', async () => {
    const [member] = await joined(MEMBER);
    expect((await byFounder.get(path())).text).toContain(`href="${of(member)}"`);
    const page = await byFounder.get(of(member));
    expect(page.text).toContain('Remove from the family');
    const events = await trail.of(async () => {
      expect(isDone(await byFounder.postAlone(of(member, '/remove')))).toEqual([
        303,
        `${path()}?done=removed#members`,
      ]);
    });
    expect(events).toContainEqual(ofFamily('family.member-removed', founder, { account: member.id }));
    expect(await roles()).toEqual({ [founder.id]: FOUNDER });
    expect((await kinds(member))[0]).toBe('familyRemoved');
    expect((await kinds(founder))[0]).toBe('familyLeft');
    expect((await byFounder.get(path('?done=removed'))).text).toContain('The member was removed.');
    expect((await byFounder.get('/account/history')).text).toContain('Removed someone from a family');
    expect((await byFounder.post(of(member, '/remove'))).headers.location).toBe(path());
  });

  it('a member becomes an administrator and a member again; both are told each time', async () => {
    const [member, byMember] = await joined(MEMBER);
    const give = (role: string) => byFounder.postAlone(of(member, '/role'), { role });
    const events = await trail.of(async () => {
      expect(isDone(await give('administrator'))).toEqual([303, `${path()}?done=role#members`]);
    });
    const details = { account: member.id, accountType: ADMINISTRATOR };
    expect(events).toContainEqual(ofFamily('family.role-set', founder, details));
    expect((await roles())[member.id]).toBe(ADMINISTRATOR);
    expect((await byMember.get(path())).text).toContain('Save the services');
    for (const who of [member, founder]) expect((await kinds(who))[0]).toBe('familyAdministrator');
    expect((await give('founder')).status).toBe(400);
    await give('member');
    expect((await roles())[member.id]).toBe(MEMBER);
    for (const who of [member, founder]) expect((await kinds(who))[0]).toBe('familyMember');
    expect((await byMember.get(path())).text).not.toContain('Save the services');
  });

  it('every role on every role, by what is sent without the page: as the table says', async () => {
    const allowed: Readonly<Record<string, readonly string[]>> = {
      remove: ['1>0', '2>0', '2>1'],
      administrator: ['1>0', '2>0'],
      member: ['2>1'],
    };
    for (const [act, pairs] of Object.entries(allowed))
      for (const by of [MEMBER, ADMINISTRATOR, FOUNDER])
        for (const about of [MEMBER, ADMINISTRATOR, FOUNDER]) {
          const [, browser] = by === FOUNDER ? [founder, byFounder] : await joined(by);
          const target = about === FOUNDER ? founder : (await joined(about))[0];
          const before = (await roles())[target.id];
          const form: Record<string, string> = act === 'remove' ? {} : { role: act };
          await browser.post(of(target, act === 'remove' ? '/remove' : '/role'), form);
          const after = (await roles())[target.id];
          const changed = { remove: undefined, administrator: ADMINISTRATOR, member: MEMBER }[act];
          const expected = pairs.includes(`${by}>${about}`) ? changed : before;
          expect([act, by, about, after]).toEqual([act, by, about, expected]);
        }
  });

  it('invitations of an administrator end with the role, and so does a hand-over to them', async () => {
    const [admin, byAdmin] = await joined(ADMINISTRATOR);
    const email = newEmail();
    await byAdmin.post(path('/invite'), { name: 'Guest', address: email, role: 'member' });
    await server.get(LateLinks).settled();
    await byFounder.post(path('/hand-over'), { to: admin.id });
    expect(await count(server, 'family_hand_over', `family_id = ${familyId}`)).toBe(1);
    await byFounder.post(of(admin, '/role'), { role: 'member' });
    expect(await count(server, 'family_hand_over', `family_id = ${familyId}`)).toBe(0);
    const [guest] = await rows<{ id: string }>(
      server,
      'SELECT account_id::text AS id FROM account_identifier WHERE normalized = $1',
      [email],
    );
    expect((await submit(server, await linkOf(server, guest.id))).status).toBe(410);
    expect((await byFounder.get(path())).text).not.toContain(email);
  });

  it('a member whose invitation the founder withdrew is told', async () => {
    const [admin, byAdmin] = await joined(ADMINISTRATOR);
    await byAdmin.post(path('/invite'), { name: 'Guest', address: newEmail(), role: 'member' });
    await server.get(LateLinks).settled();
    const [, step] = /action="([^"]+\/withdraw)#/.exec((await byFounder.get(path())).text) ?? [];
    await byFounder.post(step, {});
    expect((await kinds(admin))[0]).toBe('familyInvitationWithdrawn');
  });

  it('a new name is told to those who run the family, a wrong one is explained at its field', async () => {
    const [admin, byAdmin] = await joined(ADMINISTRATOR);
    const [member] = await joined(MEMBER);
    const events = await trail.of(async () => {
      const answer = await byAdmin.postAlone(path('/name'), { name: '  The Lakes ' });
      expect(isDone(answer)).toEqual([303, `${path()}?done=name#rename`]);
    });
    expect(events).toContainEqual(ofFamily('family.renamed', admin));
    expect((await familyRow()).name).toBe('The Lakes');
    expect((await byAdmin.get(path('?done=name'))).text).toContain('The name was saved.');
    expect((await kinds(founder))[0]).toBe('familyChanged');
    expect(await kinds(member)).not.toContain('familyChanged');
    for (const name of ['', ' ', 'x'.repeat(256), 'a\u202eb'])
      expect((await byAdmin.post(path('/name'), { name })).status).toBe(400);
    const again = await trail.of(() => byAdmin.post(path('/name'), { name: 'The Lakes' }));
    expect(again).toEqual([]); // nothing changed
  });

  it('services are turned on and off by their boxes, and every member is told', async () => {
    const [member] = await joined(MEMBER);
    const { text } = await byFounder.get(path());
    expect(text).toMatch(/name="calendarService"[^>]*checked/);
    expect(text).not.toMatch(/name="autotrackingService"[^>]*checked/);
    const events = await trail.of(async () => {
      const form = Object.fromEntries(
        ['location', 'autotracking', 'message', 'photo', 'video', 'audio', 'task'].map((name) => [
          `${name}Service`,
          'yes',
        ]),
      );
      const answer = await byFounder.postAlone(path('/services'), form);
      expect(isDone(answer)).toEqual([303, `${path()}?done=services#services`]);
    });
    expect(await familyRow()).toMatchObject({ calendar: false, tracking: true, task: true });
    const details = { calendarService: false, autotrackingService: true };
    expect(events).toContainEqual(ofFamily('family.services-set', founder, details));
    expect((await kinds(member))[0]).toBe('familyChanged');
    expect((await byFounder.get(path('?done=services'))).text).toContain('The services were saved.');
  });

  it('the picture is taken away again', async () => {
    const file = new Blob([new Uint8Array(await picture('png'))]);
    const body = new FormData();
    body.set('file', file, 'family.png');
    const Cookie = [...byFounder.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { Cookie, Accept: 'text/html', 'Sec-Fetch-Site': 'same-origin' };
    await fetch(`${server.url}${path('/picture')}`, { method: 'POST', headers, body });
    expect((await familyRow()).key).not.toBeNull();
    expect((await byFounder.get(path())).text).toContain('Remove the picture');
    const events = await trail.of(() => byFounder.post(path('/picture/remove')));
    expect(events).toContainEqual(ofFamily('family.picture-removed', founder));
    expect((await familyRow()).key).toBeNull();
    expect((await byFounder.get(path('?done=picture'))).text).toContain('The picture was removed.');
  });

  it('the founder deletes the family in which nobody else is, and no other', async () => {
    const [member, byMember] = await joined(MEMBER);
    expect((await byFounder.get(path())).text).not.toContain('Delete the family');
    const others = await byFounder.post(path('/delete'));
    expect([others.status, others.text.includes('Other people are in the family')]).toEqual([400, true]);
    expect((await byMember.post(path('/delete'))).headers.location).toBe('/account/families');
    await byFounder.post(of(member, '/remove'));
    const email = newEmail();
    await byFounder.post(path('/invite'), { name: 'Guest', address: email, role: 'member' });
    await server.get(LateLinks).settled();
    const [guest] = await rows<{ id: string }>(
      server,
      'SELECT account_id::text AS id FROM account_identifier WHERE normalized = $1',
      [email],
    );
    const link = await linkOf(server, guest.id);
    expect((await byFounder.get(path())).text).toContain(`href="${path('/delete')}"`);
    expect((await byFounder.get(path('/delete'))).text).toContain('The Rivers');
    const events = await trail.of(async () => {
      expect(isDone(await byFounder.postAlone(path('/delete')))).toEqual([
        303,
        '/account/families?done=deleted',
      ]);
    });
    expect(events).toContainEqual(ofFamily('family.dissolved', founder));
    expect(await count(server, 'family', `id = ${familyId}`)).toBe(0);
    expect((await kinds(founder))[0]).toBe('familyDissolved');
    expect((await submit(server, link)).status).toBe(410);
    expect((await byFounder.get('/account/families?done=deleted')).text).toContain('The family was deleted.');
  });

  it('removing, roles and deleting ask who it is after five minutes', async () => {
    const [member] = await joined(MEMBER);
    server.clock.advance({ minutes: 6 });
    const confirm = (next: string) => `/confirm?next=${encodeURIComponent(next)}`;
    for (const step of ['/remove', '/role']) {
      const { headers } = await byFounder.post(of(member, step), { role: 'administrator' });
      expect(headers.location).toBe(confirm(of(member)));
    }
    expect((await byFounder.post(path('/delete'))).headers.location).toBe(confirm(path('/delete')));
    expect((await roles())[member.id]).toBe(MEMBER);
  });

  it('strangers and members see nothing of it', async () => {
    const [member] = await joined(MEMBER);
    const [, byMember] = await joined(MEMBER);
    const stranger = new CookieBrowser(server);
    await stranger.signIn(await newMember(server));
    for (const browser of [byMember, stranger])
      for (const step of ['/members/x', `/members/${member.id}`, `/members/${founder.id}`])
        expect((await browser.get(path(step))).status).toBe(303);
    expect((await byMember.get(path())).text).not.toContain('/members/');
    expect((await byMember.get(path('/delete'))).headers.location).toBe('/account/families');
    for (const step of ['/name', '/services', '/picture/remove'])
      expect((await byMember.post(path(step), { name: 'Mine' })).headers.location).toBe('/account/families');
    expect((await familyRow()).name).toBe('The Rivers');
  });
});
