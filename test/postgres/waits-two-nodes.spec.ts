import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { MemberType } from '../../src/identity/families/family-member.entity.js';
import { FamilyService } from '../../src/identity/families/family.service.js';
import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { CleanUp } from '../../src/operate/clean-up.js';
import { AppConfig } from '../../src/platform/config/app-config.js';
import { Database } from '../../src/platform/database/database.js';
import { CookieBrowser } from '../support/authorization.js';
import { count, rows } from '../support/database-rows.js';
import { protect } from '../support/device-passwords.js';
import { askForReset, newestMessage, newMember, type Member } from '../support/forgotten-password.js';
import { linkIn, outboxOf } from '../support/invitations.js';
import { startApp, type TestServer } from '../support/start-app.js';

const SHARED = {
  MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
  SESSION_SECRET: 'the session secret of both nodes',
  SMTP_URL: 'smtp://127.0.0.1:9',
};
const ROUNDS = 12;

describe('waiting requests are decided once, on two nodes', () => {
  let a: TestServer;
  let b: TestServer;
  beforeAll(async () => {
    a = await startApp(SHARED);
    b = await startApp({ ...SHARED, DATABASE_URL: a.get(AppConfig).databaseUrl as string });
    for (const node of [a, b]) await node.get(OutboxWorker).beforeApplicationShutdown();
  });
  afterAll(async () => {
    await b.close();
    await a.close(); // drops the database of both
  });
  beforeEach(() => advance({ days: 1, minutes: 31 }));

  const advance = (by: Parameters<typeof a.clock.advance>[0]): void =>
    [a, b].forEach(({ clock }) => clock.advance(by));
  const linksOf = async (id: string, kind: string) =>
    (await outboxOf(a, id))
      .filter((one) => one.kind === kind && one.payload !== null)
      .map(({ payload }) => linkIn(a, payload as Buffer).pathname);
  const post = async (node: TestServer, path: string, form = {}) =>
    (await new CookieBrowser(node).post(path, form)).status;
  /** At once, in both orders. */
  const race = <T>(round: number, work: readonly (() => Promise<T>)[]): Promise<T[]> =>
    Promise.all((round % 2 === 0 ? work : work.toReversed()).map((act) => act()));
  const kinds = async (id: string) => (await outboxOf(a, id)).map(({ kind }) => kind);

  async function waitingFamily(): Promise<{ founder: Member; next: Member; familyId: string }> {
    const [founder, next] = [await newMember(a), await newMember(a)];
    const familyId = await a.get(Database).transaction(async (tx) => {
      const id = await a.get(FamilyService).create(tx, { name: 'The Twos' });
      await a.get(FamilyService).putMember(tx, id, founder.id, MemberType.founder);
      await a.get(FamilyService).putMember(tx, id, next.id, MemberType.member);
      return id;
    });
    const browser = new CookieBrowser(a);
    await browser.signIn(founder);
    const asked = await browser.post(`/account/families/${familyId}/hand-over`, { to: next.id });
    expect(asked.status).toBe(200);
    return { founder, next, familyId };
  }
  const founderOf = async (familyId: string) => {
    const sql = `SELECT account_id::text AS id FROM family_member WHERE family_id = $1 AND member_type = ${MemberType.founder}`;
    return (await rows<{ id: string }>(a, sql, [familyId]))[0].id;
  };

  it('a due hand-over of a family is done once, on whichever nodes clean up', async () => {
    const all = [];
    for (let i = 0; i < 5; i++) all.push(await waitingFamily());
    advance({ days: 3 });
    await Promise.all([a, b, a, b].map((node) => node.get(CleanUp).run()));
    for (const { familyId, founder, next } of all) {
      expect(await founderOf(familyId)).toBe(next.id);
      for (const { id } of [founder, next])
        expect((await kinds(id)).filter((kind) => kind === 'familyHandedOver')).toHaveLength(1);
      const done = `action = 'family.handed-over' AND target = 'family:${familyId}'`;
      expect(await count(a, 'audit_event', done)).toBe(1);
    }
  });

  it('a hand-over is done or stopped, never both: by a link, by a new password, by leaving', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const { founder, next, familyId } = await waitingFamily();
      const [link] = await linksOf(founder.id, 'handOver');
      await askForReset(a, new CookieBrowser(a), founder.email);
      const reset = (await newestMessage(a, founder.id)).path;
      advance({ days: 3 });
      await rows(a, `UPDATE invitation SET expires_at = $2 WHERE account_id = $1 RETURNING 1`, [
        founder.id,
        new Date(a.clock.millis() + 60_000),
      ]);
      const byNext = new CookieBrowser(b);
      await byNext.signIn(next);
      const stops = [
        () => post(b, link),
        () => post(b, reset, { password: `another-password-${round}` }),
        async () => (await byNext.post(`/account/families/${familyId}/leave`)).status,
      ];
      await race(round, [() => a.get(CleanUp).run(), stops[round % 3]]);
      await a.get(CleanUp).run();
      const told = new Set(
        (await kinds(founder.id)).filter((kind) => /^(familyHandedOver|handOverStopped)$/.test(kind)),
      );
      expect([round, told.size]).toEqual([round, 1]);
      const isDone = told.has('familyHandedOver');
      expect([round, await founderOf(familyId)]).toEqual([round, isDone ? next.id : founder.id]);
      expect(await count(a, 'family_hand_over', `family_id = ${familyId}`)).toBe(0);
    }
  });

  it('a recovery is done, stopped or ended by a new password: one of the three', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const me = await newMember(a);
      await protect(a, me.id);
      const lost = new CookieBrowser(a);
      await lost.signIn(me);
      expect((await lost.post('/lost-factor')).status).toBe(200);
      const [link] = await linksOf(me.id, 'recovery');
      advance({ days: 2 });
      await askForReset(a, new CookieBrowser(a), me.email);
      const reset = (await newestMessage(a, me.id)).path;
      const isAlone = round % 4 < 2;
      const [done, stopped] = await Promise.all([
        post(a, link),
        isAlone ? post(b, `${link}/stop`) : post(b, reset, { password: `another-password-${round}` }),
      ]);
      const hasFactor = (await count(a, 'totp', `account_id = ${me.id}`)) === 1;
      expect([round, hasFactor]).toEqual([round, done !== 200]);
      if (isAlone) expect([round, [done, stopped].sort()]).toEqual([round, [200, 410]]);
      expect([round, await post(a, link), await post(b, `${link}/stop`)]).toEqual([round, 410, 410]);
    }
  });
});
