import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { settleSignIns } from '../../support/device-passwords.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import type { RawAnswer } from '../../support/http.js';
import {
  headingOf,
  linkOf,
  newEmail,
  outboxOf,
  PASSWORD,
  provision,
  resultOf,
  submit,
} from '../../support/invitations.js';
import { acceptAs } from '../../support/proposals.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('families on the pages of their members (D236)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let familyId: string;
  let founder: Member;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // nothing is sent, so links can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 1 });
    founder = await newMember(server, { UserName: 'Flora' });
    familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Flowers' }));
    await join(founder, '2');
    browser = await signedIn(founder);
    await settleSignIns(server, founder.id);
  });

  const join = async ({ id: accountId }: Member, AccountType = '0') =>
    resultOf(await provision(server, 'addaccount2family', { accountId, familyId, AccountType }));
  const signedIn = async (who: Member) => {
    const fresh = new CookieBrowser(server);
    await fresh.signIn(who);
    return fresh;
  };
  const path = (step = '') => `/account/families/${familyId}${step}`;
  const newJoined = async (type = '0') => {
    const member = await newMember(server);
    await join(member, type);
    return member;
  };
  const invite = async (
    address: string,
    more: Record<string, string> = {},
    by = browser,
  ): Promise<RawAnswer> => {
    const fields = { name: 'Guest', address, role: 'member', ...more };
    const answer = await by.post(path('/invite'), fields);
    await server.get(LateLinks).settled();
    return answer;
  };
  const ofFamily = (action: string, by: Member) => {
    const event = { action, outcome: 'ok', account: by.id, address: '127.0.0.1' };
    return { ...event, target: `family:${familyId}` };
  };
  const members = () =>
    rows<{ id: string; type: number; by: string | null }>(
      server,
      `SELECT account_id::text AS id, member_type AS type, invited_by::text AS by
         FROM family_member WHERE family_id = $1 ORDER BY created_at, account_id`,
      [familyId],
    );
  const accountOf = async (email: string) => {
    const sql = 'SELECT account_id::text AS id FROM account_identifier WHERE normalized = $1';
    return (await rows<{ id: string }>(server, sql, [email]))[0]?.id;
  };

  it("shows a family's members with their roles, and the inviters; to nobody else", async () => {
    const email = newEmail();
    const events = await trail.of(async () => {
      const invited = await invite(email);
      expect([invited.status, headingOf(invited)]).toEqual([200, 'The Flowers']);
      expect(invited.text).toContain(`An invitation to ${email} is on its way.`);
    });
    expect(events).toContainEqual(ofFamily('family.invited', founder));
    const { text: open } = await browser.get(path());
    expect(open).toContain('Pending invitations');
    expect(open).toContain(email);
    expect(open).not.toContain('<strong>Guest</strong>');
    const id = await accountOf(email);
    await submit(server, await linkOf(server, id), { name: 'Gustav', password: PASSWORD });
    const { text } = await browser.get(path());
    expect(text).toContain('<strong>Gustav</strong>');
    expect(text).toContain('invited by Flora');
    expect(text).not.toContain('Pending invitations');
    expect(await members()).toEqual([
      { id: founder.id, type: 2, by: null },
      { id, type: 0, by: founder.id },
    ]);
    const stranger = await signedIn(await newMember(server));
    for (const other of [path(), '/account/families/999999', '/account/families/x'])
      expect((await stranger.get(other)).headers.location).toBe('/account/families');
    for (const step of [
      '/invite',
      '/leave',
      '/hand-over',
      '/picture',
      '/name',
      '/services',
      '/picture/remove',
    ])
      expect((await stranger.post(path(step), {})).headers.location).toBe('/account/families');
  });

  it('asks an existing account to join; the page looks alike, even for a disabled account', async () => {
    const guest = await newMember(server);
    const nobody = await newMember(server);
    await rows(server, `UPDATE account SET status = 'disabled' WHERE id = $1 RETURNING 1`, [nobody.id]);
    const shapeOf = ({ status, text }: RawAnswer, email: string) =>
      [status, text.replaceAll(email, '@').replace(/<ul class="rows">.*?<\/ul>/g, '')] as const;
    const fresh = newEmail();
    const [a, b, c] = [await invite(guest.email), await invite(nobody.email), await invite(fresh)];
    expect(shapeOf(a, guest.email)[0]).toBe(200);
    expect(shapeOf(b, nobody.email)[1].length).toBe(shapeOf(a, guest.email)[1].length);
    expect(shapeOf(c, fresh)[0]).toBe(200);
    const link = await linkOf(server, guest.id);
    const page = await new CookieBrowser(server).get(link);
    expect(page.text).toContain('Flora has sent a request about your account');
    expect((await acceptAs(server, link, guest)).status).toBe(200);
    expect(await members()).toContainEqual({ id: guest.id, type: 0, by: founder.id });
    expect((await outboxOf(server, nobody.id)).map(({ kind }) => kind)).not.toContain('membership');
  });

  it('shows every invitation as pending: of a disabled account, of a member, of one invited again at once', async () => {
    const [closed, joined, known] = [await newMember(server), await newJoined(), await newMember(server)];
    await rows(server, `UPDATE account SET status = 'disabled' WHERE id = $1 RETURNING 1`, [closed.id]);
    const openIn = ({ text }: RawAnswer) => text.split('Pending invitations')[1]?.split('</ul>')[0] ?? '';
    for (const { email } of [closed, joined]) {
      await invite(email);
      expect(openIn(await browser.get(path()))).toContain(email);
    }
    for (const { id } of [closed, joined])
      expect((await outboxOf(server, id)).map(({ kind }) => kind)).not.toContain('membership');
    for (const email of [known.email, newEmail()]) {
      const forms = async () =>
        openIn(await browser.get(path()))
          .split('<form')
          .filter((form) => form.includes(`Withdraw the invitation to ${email}`));
      await invite(email);
      const [form] = await forms();
      await browser.post(/action="([^"#]+)/.exec(form)?.[1] ?? '', {});
      expect(await forms()).toEqual([]);
      await invite(email);
      await invite(email);
      expect(await forms()).toHaveLength(1);
    }
  });

  it('shows every mistake at once', async () => {
    const wrong = await invite('neither', { name: '' });
    expect(wrong.status).toBe(400);
    for (const part of ['Enter your name.', 'This is neither an e-mail', 'value="neither"'])
      expect(wrong.text).toContain(part);
    const { status: other } = await browser.post(path('/invite'), {}, { 'Sec-Fetch-Site': 'cross-site' });
    expect(other).toBe(403);
  });

  it('an administrator invites members; a member invites nobody; nobody creates a founder', async () => {
    const [admin, member] = [await newJoined('1'), await newJoined()];
    const [byAdmin, byMember] = [await signedIn(admin), await signedIn(member)];
    expect((await invite(newEmail(), {}, byAdmin)).status).toBe(200);
    expect((await invite(newEmail(), { role: 'administrator' }, byAdmin)).status).toBe(400);
    expect((await invite(newEmail(), { role: 'founder' })).status).toBe(400);
    expect((await invite(newEmail(), {}, byMember)).headers.location).toBe('/account/families');
    expect((await byMember.get(path())).text).not.toContain('Send the invitation');
  });

  it('leaving: the founder hands over first; nobody is notified; invitations end', async () => {
    const admin = await newJoined('1');
    const byAdmin = await signedIn(admin);
    const email = newEmail();
    await invite(email, {}, byAdmin);
    const stays = await browser.post(path('/leave'));
    expect([stays.status, stays.text.includes('hand the family over before you leave')]).toEqual([400, true]);
    const events = await trail.of(async () => {
      const left = await byAdmin.post(path('/leave'));
      expect([left.status, left.headers.location]).toEqual([303, '/account/families']);
    });
    expect(events).toContainEqual(ofFamily('member.left', admin));
    expect((await members()).map(({ id }) => id)).not.toContain(admin.id);
    for (const { id } of [admin, founder])
      expect((await outboxOf(server, id)).map(({ kind }) => kind)).not.toContain('familyLeft');
    const guest = await accountOf(email);
    expect((await submit(server, await linkOf(server, guest))).status).toBe(410);
    expect((await byAdmin.post(path('/leave'))).headers.location).toBe('/account/families');
  });

  it('an invited address keeps no founder from leaving or deleting, with an account or without: nobody learns which', async () => {
    const known = (await newMember(server)).email;
    const outcomes: unknown[] = [];
    for (const [address, step] of [known, newEmail()].flatMap((each) => [
      [each, '/leave'],
      [each, '/account/data/delete'],
    ])) {
      const alone = await newMember(server);
      familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'Alone' }));
      await join(alone, '2');
      const byAlone = await signedIn(alone);
      expect((await invite(address, {}, byAlone)).status).toBe(200);
      await byAlone.confirm(alone);
      const { status, headers } = await byAlone.post(step === '/leave' ? path(step) : step, {});
      outcomes.push([step, status, headers.location]);
      if (step === '/leave') expect(await members()).toEqual([]);
    }
    expect(outcomes.slice(0, 2)).toEqual(outcomes.slice(2));
    expect(outcomes[0]).toEqual(['/leave', 303, '/account/families']);
    expect(outcomes[1]).toEqual(['/account/data/delete', 200, undefined]);
  });

  it('handing over by a settled second factor: the other member becomes founder, the old founder an administrator; recorded and notified', async () => {
    const next = await newJoined();
    const form = { to: next.id };
    const events = await trail.of(() => browser.post(path('/hand-over'), form));
    expect(events).toContainEqual({ ...ofFamily('family.handed-over', founder), details: { to: next.id } });
    expect((await members()).map(({ id, type }) => [id, type])).toEqual([
      [founder.id, 1],
      [next.id, 2],
    ]);
    for (const { id } of [next, founder])
      expect((await outboxOf(server, id))[0].kind).toBe('familyHandedOver');
    for (const to of ['', 'x', founder.id, '999999'])
      expect((await browser.post(path('/hand-over'), { to })).status).toBe(400);
    const stranger = await newMember(server);
    const byNext = await signedIn(next);
    expect((await byNext.post(path('/hand-over'), { to: stranger.id })).status).toBe(400);
  });

  it('handing over while the new founder leaves: either a founder who stayed, or no change', async () => {
    for (let round = 0; round < 6; round++) {
      const next = await newJoined();
      const byNext = await signedIn(next);
      const by = await signedIn(founder);
      for (const { id } of [founder, next]) await settleSignIns(server, id);
      const work = [() => by.post(path('/hand-over'), { to: next.id }), () => byNext.post(path('/leave'))];
      const answers = await Promise.all((round % 2 === 0 ? work : work.reverse()).map((act) => act()));
      for (const { status } of answers) expect([200, 303, 400]).toContain(status);
      const found = await members();
      expect(found.filter(({ type }) => type === 2)).toHaveLength(1);
      const isHandedOver = found.some(({ id, type }) => id === next.id && type === 2);
      expect(found.some(({ id }) => id === next.id)).toBe(isHandedOver); // a founder does not leave the others
      if (isHandedOver) {
        await byNext.post(path('/hand-over'), { to: founder.id });
        await byNext.post(path('/leave'));
      }
    }
  });

  it('an account created for an invitation is deleted with it, if nobody accepts', async () => {
    const email = newEmail();
    await invite(email);
    const id = await accountOf(email);
    await server.get(CleanUp).run();
    expect(await accountOf(email)).toBe(id);
    server.clock.advance({ days: 7 });
    await server.get(CleanUp).run();
    expect(await accountOf(email)).toBeUndefined();
    expect((await members()).map((member) => member.id)).toEqual([founder.id]);
  });
});
