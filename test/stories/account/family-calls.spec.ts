import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FAMILY_RULES, mayAct, type FamilyAct } from '../../../src/identity/families/family-rules.js';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { bearer, send, type Answer } from '../../support/a01.js';
import { AuditTrail, type TrailEvent } from '../../support/audit-trail.js';
import { count, rows } from '../../support/database-rows.js';
import { HOME, HomeStage, homeToken } from '../../support/family-app.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { newEmail, outboxOf } from '../../support/invitations.js';
import { picture } from '../../support/pictures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

type Form = Readonly<Record<string, string>>;
const [MEMBER, ADMINISTRATOR, FOUNDER] = [0, 1, 2] as const;
const ROLES = [MEMBER, ADMINISTRATOR, FOUNDER];

describe('running a family by calls of an application (D390)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let stage: HomeStage;
  let people: HomeStage['people'];
  let outsider: Member;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown();
    trail = new AuditTrail(server);
    stage = new HomeStage(server);
    await stage.open();
    ({ people } = stage);
    outsider = await newMember(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 1 });
    await stage.newFamily();
  });

  const call = (who: Member, name: string, form: Form = {}) => stage.call(who, name, form);
  const stateOf = () => stage.stateOf();
  const kinds = async ({ id }: Member) => (await outboxOf(server, id)).map(({ kind }) => kind);
  async function invitationBy(who: Member): Promise<string> {
    const email = newEmail();
    expect((await call(who, 'invite', { Identifier: email, UserName: 'Guest' })).status).toBe(200);
    await server.get(LateLinks).settled();
    const sql = 'SELECT id::text FROM sent_invitation WHERE invited_as = $1';
    return (await rows<{ id: string }>(server, sql, [email]))[0].id;
  }
  const image = async (token: string): Promise<Answer> => {
    const body = new FormData();
    body.set('familyId', stage.familyId);
    body.set('FamilyImage', new Blob([new Uint8Array(await picture('png'))]), 'family.png');
    return send(server, 'POST', '/api/fam/setpicture', bearer(token), body);
  };

  /** How each act is called. */
  const ACTS: Readonly<Record<FamilyAct, (by: Member, about: Member, role: number) => Promise<Answer>>> = {
    seeMembers: (by) => call(by, 'getfamily'),
    leave: (by) => call(by, 'leave'),
    rename: (by) => call(by, 'renamefamily', { FamilyName: 'The Lakes' }),
    setPicture: async (by) => image(await homeToken(server, by.id)),
    setServices: (by) => call(by, 'setservices', { Task_Service: 'false' }),
    invite: (by, _, role) =>
      call(by, 'invite', { Identifier: newEmail(), UserName: 'Guest', AccountType: String(role) }),
    seeInvitations: (by) => call(by, 'getinvitations'),
    withdrawOwn: async (by) => {
      const isSender = (await stage.roleOf(by)) !== MEMBER;
      return call(by, 'withdrawinvitation', {
        invitationId: await invitationBy(isSender ? by : people[FOUNDER][0]),
      });
    },
    withdrawOthers: async (by) => {
      const sender = (await stage.roleOf(by)) === FOUNDER ? people[ADMINISTRATOR][0] : people[FOUNDER][0];
      return call(by, 'withdrawinvitation', { invitationId: await invitationBy(sender) });
    },
    removeMember: (by, { id: accountId }) => call(by, 'removemember', { accountId }),
    makeAdministrator: (by, { id: accountId }) => call(by, 'setmembertype', { accountId, AccountType: '1' }),
    makeMember: (by, { id: accountId }) => call(by, 'setmembertype', { accountId, AccountType: '0' }),
    handOver: (by, { id: accountId }) => call(by, 'handover', { accountId }),
    dissolve: (by) => call(by, 'deletefamily'),
  };
  /** Acts on a member with the role that it gives: nothing is to be done. */
  const ALREADY = ['makeAdministrator 1>1', 'makeAdministrator 2>1', 'makeMember 2>0'];
  /** Allowed by the role, refused by what there is. */
  const OTHERWISE: Readonly<Record<string, number>> = {
    'leave 2': 409,
    'dissolve 2': 409,
    'withdrawOthers 1': 404,
    'invite 1>2': 400,
    'invite 2>2': 400,
    'invite 0>2': 400,
  };

  const cases = (Object.keys(FAMILY_RULES) as FamilyAct[]).flatMap((act) => {
    const concerns = Object.values(FAMILY_RULES[act]).some((allowed) => Array.isArray(allowed));
    return ROLES.flatMap((by) => (concerns ? ROLES : [undefined]).map((about) => ({ act, by, about })));
  });
  it.each(cases)('$act by role $by about role $about: as the table says', async ({ act, by, about }) => {
    const named = `${act} ${by}${about === undefined ? '' : `>${about}`}`;
    const target = people[about ?? MEMBER][1];
    const other = about === FOUNDER ? people[FOUNDER][0] : target;
    const before = act.startsWith('withdraw') ? null : await stateOf();
    const { status, body } = await ACTS[act](people[by][0], other, about ?? MEMBER);
    const isAllowed = mayAct(by, act, about) || ALREADY.includes(named);
    expect([named, status]).toEqual([named, OTHERWISE[named] ?? (isAllowed ? 200 : 403)]);
    if (status === 403) expect(body.a01.ex.name).toBe('FizFamilyRoleInsufficientException');
    if (status !== 200 && before !== null) expect(await stateOf()).toEqual(before);
    const isRead = act.startsWith('see') || ALREADY.includes(named);
    if (status === 200 && before !== null && !isRead) expect(await stateOf()).not.toEqual(before);
  });

  it.each(Object.keys(ACTS) as FamilyAct[])(
    '%s by an outsider: no such family, as where there is none',
    async (act) => {
      const before = act.startsWith('withdraw') ? null : await stateOf();
      const ask = () => ACTS[act](outsider, people[MEMBER][0], MEMBER);
      const { status, body } = act === 'withdrawOwn' ? await withdrawOutside() : await ask();
      expect([status, body.a01.ex.name]).toEqual([404, 'AFizFamilyIdDoesNotExist']);
      if (before !== null) expect(await stateOf()).toEqual(before);
    },
  );
  const withdrawOutside = async () =>
    call(outsider, 'withdrawinvitation', { invitationId: await invitationBy(people[FOUNDER][0]) });

  it('names families with the role, members, and invitations, in texts as the interface has them', async () => {
    const [founder, admin] = [people[FOUNDER][0], people[ADMINISTRATOR][0]];
    const mine = (await call(founder, 'getfamilies')).body.a01.r.r as { families: object[] };
    expect(mine.families).toContainEqual(
      expect.objectContaining({
        familyId: stage.familyId,
        familyName: 'The Rivers',
        accountType: '2',
        Task_Service: 'true',
      }),
    );
    const invitationId = await invitationBy(admin);
    await call(founder, 'handover', { accountId: admin.id });
    const family = (await call(founder, 'getfamily')).body.a01.r.r as { members: object[] };
    expect(family).toMatchObject({
      accountType: '2',
      handOver: { accountId: admin.id, beginsAt: expect.stringMatching(/^20/) as unknown },
    });
    expect(family.members[0]).toMatchObject({ accountId: founder.id, accountType: '2' });
    expect(family.members).toHaveLength(5);
    expect((await call(admin, 'getfamily')).body.a01.r.r).not.toHaveProperty('handOver');
    const asked = (await call(founder, 'getinvitations')).body.a01.r.r;
    expect(asked).toMatchObject({ invitations: [{ invitationId, mayWithdraw: 'true' }] });
    const seen = (await call(people[ADMINISTRATOR][1], 'getinvitations')).body.a01.r.r;
    expect(seen).toMatchObject({ invitations: [{ invitationId, mayWithdraw: 'false' }] });
  });

  it('everything is recorded with the application, and told as from the page', async () => {
    const [founder, member] = [people[FOUNDER][0], people[MEMBER][0]];
    const of = (action: string, details?: object): TrailEvent =>
      ({
        ...{ action, outcome: 'ok', client: HOME.id, account: founder.id, address: '127.0.0.1' },
        ...{ target: `family:${stage.familyId}`, ...(details && { details }) },
      }) as TrailEvent;
    const events = await trail.of(async () => {
      await call(founder, 'renamefamily', { FamilyName: 'The Lakes' });
      await call(founder, 'setservices', { Task_Service: '0', Photo_Service: 'true' });
      await call(founder, 'setmembertype', { accountId: member.id, AccountType: '1' });
      await call(founder, 'handover', { accountId: member.id });
      await call(founder, 'stophandover');
      await call(founder, 'removemember', { accountId: member.id });
      await invitationBy(founder);
      await call(people[MEMBER][1], 'leave');
    });
    for (const event of [
      of('family.renamed'),
      of('family.services-set', { taskService: false }),
      of('family.role-set', { account: member.id, accountType: ADMINISTRATOR }),
      of('family.hand-over-asked', { to: member.id }),
      of('family.hand-over-stopped'),
      of('family.member-removed', { account: member.id }),
      of('family.invited'),
      { ...of('member.left'), account: people[MEMBER][1].id },
    ])
      expect(events).toContainEqual(event);
    expect((await kinds(member)).slice(0, 3)).toEqual([
      'familyRemoved',
      'familyAdministrator',
      'familyChanged',
    ]);
    expect(await kinds(people[ADMINISTRATOR][0])).toContain('familyChanged');
  });

  it('a picture is set and removed; one that is none is refused', async () => {
    const token = await homeToken(server, people[FOUNDER][0].id);
    expect((await image(token)).status).toBe(200);
    expect(await count(server, 'picture', `family_id = ${stage.familyId}`)).toBe(1);
    expect((await stage.callBy(token, 'setpicture', { FamilyImage: '' })).status).toBe(200);
    expect(await count(server, 'picture', `family_id = ${stage.familyId}`)).toBe(0);
    expect((await stage.callBy(token, 'setpicture')).status).toBe(400);
    const body = new FormData();
    body.set('familyId', stage.familyId);
    body.set('FamilyImage', new Blob(['no picture']), 'family.png');
    const { status, body: answer } = await send(server, 'POST', '/api/fam/setpicture', bearer(token), body);
    expect([status, answer.a01.ex.name]).toEqual([415, 'AFizInvalidImageException']);
  });

  it('the founder deletes the family in which nobody else is', async () => {
    await stage.newFamily([FOUNDER]);
    expect((await call(people[FOUNDER][0], 'deletefamily')).status).toBe(200);
    expect(await count(server, 'family', `id = ${stage.familyId}`)).toBe(0);
    expect((await kinds(people[FOUNDER][0]))[0]).toBe('familyDissolved');
  });

  it.each([
    [{ Identifier: 'a@b@c', UserName: 'Guest' }, 'AFizInvalidEmailException'],
    [{ Identifier: '12', UserName: 'Guest' }, 'AFizInvalidMSISDNException'],
    [{ Identifier: 'anna.k', UserName: 'Guest' }, 'AFizInvalidMSISDNException'],
    [{ UserName: 'Guest' }, 'FizApiInvalidParameterException'],
    [{ Identifier: 'guest@family.example' }, 'FizApiInvalidParameterException'],
    [
      { Identifier: 'guest@family.example', UserName: 'G', AccountType: '2' },
      'FizApiInvalidParameterException',
    ],
  ] as [Form, string][])('an invitation with %j is refused: %s', async (form, name) => {
    const before = await stateOf();
    const { status, body } = await call(people[FOUNDER][0], 'invite', form);
    expect([status, body.a01.ex.name]).toEqual([400, name]);
    expect(await stateOf()).toEqual(before);
  });
});
