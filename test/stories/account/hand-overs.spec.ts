import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountService } from '../../../src/identity/accounts/account.service.js';
import { HandOvers } from '../../../src/identity/hand-overs/hand-overs.js';
import { OutboxWorker } from '../../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../../src/operate/clean-up.js';
import { Database } from '../../../src/platform/database/database.js';
import { AuditTrail } from '../../support/audit-trail.js';
import { protectedMember } from '../../support/authenticator.js';
import { CookieBrowser } from '../../support/authorization.js';
import { count, rows } from '../../support/database-rows.js';
import { NEXT_PASSWORD, newMember, type Member } from '../../support/forgotten-password.js';
import { headingOf, linkIn, newEmail, outboxOf, provision, resultOf } from '../../support/invitations.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('family hand-over by a settled second factor, or after three days (D335)', () => {
  let server: TestServer;
  let trail: AuditTrail;
  let familyId: string;
  let founder: Member;
  let next: Member;
  let second: string;
  let browser: CookieBrowser;
  beforeAll(async () => {
    server = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    await server.get(OutboxWorker).beforeApplicationShutdown(); // messages can be read
    trail = new AuditTrail(server);
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    server.clock.advance({ days: 1, minutes: 1 });
    [founder, next] = [await newMember(server), await newMember(server, { UserName: 'Nora' })];
    second = newEmail();
    const more = `INSERT INTO account_identifier (account_id, type, value, normalized, is_validated) VALUES ($1, 'Email', $2, $2, true) RETURNING 1`;
    await rows(server, more, [founder.id, second]);
    familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Flowers' }));
    await put(founder, '2');
    await put(next, '0');
    browser = await signedIn(founder);
  });

  const put = async ({ id: accountId }: Member, AccountType: string) =>
    resultOf(await provision(server, 'addaccount2family', { accountId, familyId, AccountType }));
  const signedIn = async (who: Member) => {
    const fresh = new CookieBrowser(server);
    await fresh.signIn(who);
    return fresh;
  };
  const path = (step = '') => `/account/families/${familyId}${step}`;
  const ask = () => browser.post(path('/hand-over'), { to: next.id });
  const founderOf = async () => {
    const sql = 'SELECT account_id::text AS id FROM family_member WHERE family_id = $1 AND member_type = 2';
    return (await rows<{ id: string }>(server, sql, [familyId]))[0]?.id ?? null;
  };
  const waits = async () => (await count(server, 'family_hand_over', `family_id = ${familyId}`)) === 1;
  const cleanUp = () => server.get(CleanUp).run();
  const kinds = async ({ id } = founder) => (await outboxOf(server, id)).map(({ kind }) => kind);
  const linkTo = async (recipient: string) => {
    const sent = await outboxOf(server, founder.id);
    const newest = sent.find((one) => one.kind === 'handOver' && one.recipient === recipient);
    return linkIn(server, newest?.payload as Buffer).pathname;
  };
  const over = async (since = { days: 3, minutes: 1 }) => {
    server.clock.advance(since);
    await cleanUp();
    return founderOf();
  };

  it('by password only it waits; every address of the founder is notified, and only they see the time', async () => {
    const events = await trail.of(async () => {
      const asked = await ask();
      expect([asked.status, asked.text.includes('Nora becomes the founder on')]).toEqual([200, true]);
    });
    const event = { action: 'family.hand-over-asked', outcome: 'ok', account: founder.id };
    const about = { address: '127.0.0.1', target: `family:${familyId}`, details: { to: next.id } };
    expect(events).toContainEqual({ ...event, ...about });
    const told = (await outboxOf(server, founder.id)).filter(({ kind }) => kind === 'handOver');
    expect(told.map(({ recipient }) => recipient).sort()).toEqual([founder.email, second].sort());
    expect((await (await signedIn(next)).get(path())).text).not.toContain('becomes the founder on');
    expect(await kinds(next)).not.toContain('handOver');
    expect(await over({ days: 2, minutes: 23 * 60 + 59 })).toBe(founder.id);
    const done = await trail.of(async () => expect(await over({ days: 0, minutes: 2 })).toBe(next.id));
    const handed = { action: 'family.handed-over', outcome: 'ok', account: founder.id };
    expect(done).toContainEqual({
      ...handed,
      target: `family:${familyId}`,
      details: { to: next.id },
    });
    for (const who of [founder, next]) expect((await kinds(who))[0]).toBe('familyHandedOver');
    expect(await waits()).toBe(false);
    await cleanUp();
    expect(await founderOf()).toBe(next.id);
    for (const link of [await linkTo(founder.email), await linkTo(second)])
      expect((await new CookieBrowser(server).post(link)).status).toBe(410);
  });

  it('a link to any address stops it, and nothing else does: opening the link changes nothing', async () => {
    await ask();
    const [mine, other] = [await linkTo(founder.email), await linkTo(second)];
    const stranger = new CookieBrowser(server);
    const shown = await stranger.get(other);
    expect([
      shown.status,
      shown.text.includes('Nora becomes the founder of the family “The Flowers”'),
    ]).toEqual([200, true]);
    expect([await waits(), stranger.cookies.has('JSESSIONID')]).toEqual([true, false]);
    const events = await trail.of(async () => {
      const answer = await stranger.post(other);
      expect([answer.status, headingOf(answer)]).toEqual([200, 'Request cancelled']);
    });
    expect(events.map(({ action }) => action)).toEqual(['family.hand-over-stopped']);
    expect((await kinds()).slice(0, 2)).toEqual(['handOverStopped', 'handOverStopped']);
    for (const link of [mine, other])
      expect([(await stranger.get(link)).status, (await stranger.post(link)).status]).toEqual([410, 410]);
    expect(await over()).toBe(founder.id);
    expect((await stranger.get(`/hand-over/${'x'.repeat(43)}`)).status).toBe(410);
  });

  it('its signed-in founder stops it without showing anything again; nobody else can', async () => {
    await ask();
    server.clock.advance({ minutes: 6 });
    await (await signedIn(next)).post(path('/hand-over/stop'));
    expect(await waits()).toBe(true);
    expect((await browser.get(path())).text).toContain('/hand-over/stop"');
    expect((await browser.post(path('/hand-over/stop'))).headers.location).toBe(`${path()}#hand-over`);
    expect(await over()).toBe(founder.id);
    await browser.post(path('/hand-over/stop')); // twice is no error
    expect((await kinds()).filter((kind) => kind === 'handOverStopped')).toHaveLength(2); // two addresses
  });

  it('a new request replaces the first, with the full wait, and not within five minutes', async () => {
    await ask();
    const first = await linkTo(second);
    expect((await ask()).text).toContain('A link was sent there a moment ago');
    server.clock.advance({ days: 2 });
    browser = await signedIn(founder);
    const other = await newMember(server);
    await put(other, '0');
    expect((await browser.post(path('/hand-over'), { to: other.id })).status).toBe(200);
    expect((await new CookieBrowser(server).post(first)).status).toBe(410);
    expect(await over({ days: 2, minutes: 1 })).toBe(founder.id);
    expect(await over({ days: 1, minutes: 1 })).toBe(other.id);
  });

  it('a link of one family stops no hand-over of another', async () => {
    await ask();
    const [first, link] = [familyId, await linkTo(second)];
    familyId = resultOf(await provision(server, 'createfamily', { FamilyName: 'The Others' }));
    await put(founder, '2');
    await put(next, '0');
    server.clock.advance({ minutes: 6 });
    browser = await signedIn(founder);
    expect((await ask()).status).toBe(200);
    expect((await new CookieBrowser(server).post(link)).status).toBe(200);
    expect([await waits(), await count(server, 'family_hand_over', `family_id = ${first}`)]).toEqual([
      true,
      0,
    ]);
    expect((await new CookieBrowser(server).get(await linkTo(second))).status).toBe(200);
  });

  it('with a second factor older than thirty days it is done at once; a new factor waits like a password', async () => {
    const { app } = await protectedMember(server, founder);
    const byFactor = async () => {
      browser = new CookieBrowser(server);
      await browser.signIn(founder);
      expect((await browser.post('/sign-in/code', { code: app.next() })).status).toBe(303);
      return ask();
    };
    expect([(await byFactor()).status, await founderOf(), await waits()]).toEqual([200, founder.id, true]);
    await browser.post(path('/hand-over/stop'));
    server.clock.advance({ days: 31 });
    const done = await byFactor();
    expect([done.status, done.text.includes('The family is handed over.')]).toEqual([200, true]);
    expect([await founderOf(), await waits()]).toEqual([next.id, false]);
  });

  it.each<[why: string, act: () => Promise<unknown>]>([
    [
      'a new password that replaces a known one',
      async () => {
        const form = { current: founder.password, password: NEXT_PASSWORD, reason: 'known' };
        expect((await browser.post('/account/password', form)).status).toBe(200);
      },
    ],
    ['the account of the founder is disabled', () => server.get(AccountService).disable(founder.id)],
    ['the next one leaves', async () => (await signedIn(next)).post(path('/leave'))],
    ['the role of the next one is another', () => put(next, '1')],
    [
      'the founder is demoted by a partner',
      async () => {
        const more = { accountId: founder.id, familyId, AccountType: '1' };
        resultOf(await provision(server, 'updateaccount', more));
      },
    ],
  ])('ends permanently: %s', async (_, act) => {
    await ask();
    const link = await linkTo(founder.email);
    await act();
    expect(await waits()).toBe(false);
    await rows(server, `UPDATE account SET status = 'active' WHERE id = $1 RETURNING 1`, [founder.id]);
    const was = await founderOf();
    expect((await new CookieBrowser(server).post(link)).status).toBe(410);
    await put(next, '0');
    expect(await over()).toBe(was);
    expect(await kinds()).toContain('handOverStopped');
  });

  it('stays when the password is only changed', async () => {
    await ask();
    const form = { current: founder.password, password: NEXT_PASSWORD, reason: 'another' };
    expect((await browser.post('/account/password', form)).status).toBe(200);
    expect(await over()).toBe(next.id);
  });

  it('ends with its family, and is not done for an account disabled meanwhile', async () => {
    await ask();
    await server.get(AccountService).disable(next.id);
    expect(await over()).toBe(founder.id);
    expect([await waits(), (await kinds())[0]]).toEqual([false, 'handOverStopped']);
    await server.get(AccountService).enable(next.id);
    browser = await signedIn(founder);
    expect((await ask()).status).toBe(200);
    for (const { id: accountId } of [next, founder])
      resultOf(await provision(server, 'removeaccount2family', { accountId, familyId }));
    expect(await waits()).toBe(false);
    resultOf(await provision(server, 'deletefamily', { familyId }));
    expect(await over()).toBeNull();
  });

  it('is done once by two concurrent attempts; of doing and stopping it at once one wins', async () => {
    for (let round = 0; round < 8; round++) {
      server.clock.advance({ days: 1 });
      familyId = resultOf(await provision(server, 'createfamily', { FamilyName: `Round ${round}` }));
      await put(founder, '2');
      await put(next, '0');
      browser = await signedIn(founder);
      expect((await ask()).status).toBe(200);
      const link = await linkTo(second);
      server.clock.advance({ days: 3 });
      const [due] = await server.get(HandOvers).due(server.get(Database).dataSource.manager);
      const carryOut = () =>
        server.get(Database).transaction((tx) => server.get(HandOvers).carryOut(tx, due));
      const stop = async () => (await new CookieBrowser(server).post(link)).status === 200;
      const work = round % 2 === 0 ? [carryOut, stop, carryOut] : [stop, carryOut, carryOut];
      const done = await Promise.all(work.map((act) => act()));
      expect(done.filter(Boolean)).toHaveLength(1);
      expect((await founderOf()) === next.id).toBe(!done[round % 2 === 0 ? 1 : 0]);
    }
  });
});
