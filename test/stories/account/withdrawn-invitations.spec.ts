import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { LateLinks } from '../../../src/identity/mailed-links/late-links.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { CookieBrowser } from '../../support/authorization.js';
import { rows } from '../../support/database-rows.js';
import { newMember, type Member } from '../../support/forgotten-password.js';
import { linkOf, newEmail, PASSWORD, provision, resultOf, submit } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('members withdraw family invitations (D260)', () => {
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
  const invite = async (address: string, by = browser): Promise<void> => {
    await by.post(path('/invite'), { name: 'Guest', address, role: 'member' });
    await server.get(LateLinks).settled();
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

  const withdrawIn = (text: string) =>
    [...text.matchAll(/action="([^"]+\/withdraw)#/g)].map(([, action]) => action);
  const closeOf = async (by = browser) => withdrawIn((await by.get(path())).text);

  it('withdrawing: the link is void, and everything it created is deleted; also for an existing account', async () => {
    const guest = await newMember(server);
    const fresh = newEmail();
    for (const email of [guest.email, fresh]) await invite(email);
    const links = [await linkOf(server, guest.id), await linkOf(server, await accountOf(fresh))];
    const actions = await closeOf();
    expect(actions).toHaveLength(2);
    const answers: unknown[] = [];
    const events = await trail.of(async () => {
      for (const action of actions) {
        const { status, text } = await browser.post(action, {});
        answers.push([status, text.includes('The invitation is withdrawn.')]);
      }
    });
    expect(answers).toEqual([
      [200, true],
      [200, true],
    ]);
    expect(events.filter(({ action }) => action === 'family.invitation-withdrawn')).toEqual([
      ofFamily('family.invitation-withdrawn', founder),
      ofFamily('family.invitation-withdrawn', founder),
    ]);
    const statuses = [];
    for (const link of links) statuses.push((await new CookieBrowser(server).get(link)).status);
    expect(statuses).toEqual([410, 410]);
    await server.get(CleanUp).run(); // an account created for it is deleted with it
    expect([await accountOf(guest.email), await accountOf(fresh)]).toEqual([guest.id, undefined]);
    expect((await members()).map(({ id }) => id)).toEqual([founder.id]);
    const again = await browser.post(actions[0], {});
    expect([again.status, again.headers.location]).toEqual([303, path('#invitations')]);
  });

  it('an administrator withdraws only their own invitations, a member and a stranger none', async () => {
    const [admin, member] = [await newJoined('1'), await newJoined()];
    const byAdmin = await signedIn(admin);
    await invite(newEmail());
    const [ofFounder] = await closeOf();
    expect(await closeOf(byAdmin)).toEqual([]);
    expect((await byAdmin.post(ofFounder, {})).headers.location).toBe(path('#invitations'));
    for (const who of [member, await newMember(server)])
      expect((await (await signedIn(who)).post(ofFounder, {})).headers.location).toBe('/account/families');
    for (const id of ['x', '999999999'])
      expect((await browser.post(ofFounder.replace(/\d+(?=\/withdraw)/, id), {})).headers.location).toBe(
        path('#invitations'),
      );
    expect(await closeOf()).toEqual([ofFounder]);
    await invite(newEmail(), byAdmin);
    const [own] = await closeOf(byAdmin);
    expect((await byAdmin.post(own, {})).text).toContain('The invitation is withdrawn.');
  });

  it('withdrawing while the invited person accepts, and twice at once: one of them wins', async () => {
    for (let round = 0; round < 4; round++) {
      const email = newEmail();
      await invite(email);
      const id = await accountOf(email);
      const link = await linkOf(server, id);
      const [action] = await closeOf();
      const withdraw = () => browser.post(action, {});
      const accept = () => submit(server, link, { name: 'Gustav', password: PASSWORD });
      const [one, other, accepted] = await Promise.all(
        round % 2 === 0 ? [withdraw(), withdraw(), accept()] : [accept(), withdraw(), withdraw()].reverse(),
      );
      const isWithdrawn = [one, other].filter(({ text }) => text.includes('The invitation is withdrawn.'));
      expect(isWithdrawn.length + (accepted.headers.location === '/welcome' ? 1 : 0)).toBe(1);
      expect((await members()).some((each) => each.id === id)).toBe(isWithdrawn.length === 0);
    }
  });
});
