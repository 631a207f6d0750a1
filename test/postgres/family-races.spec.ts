import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MemberType, type MemberTypeValue } from '../../src/identity/families/family-member.entity.js';
import { FamilyService } from '../../src/identity/families/family.service.js';
import { OutboxWorker } from '../../src/identity/notifications/outbox-worker.js';
import { AppConfig } from '../../src/platform/config/app-config.js';
import { Database } from '../../src/platform/database/database.js';
import { CookieBrowser } from '../support/authorization.js';
import { count, rows } from '../support/database-rows.js';
import { newMember } from '../support/forgotten-password.js';
import { provision } from '../support/invitations.js';
import { startApp, type TestServer } from '../support/start-app.js';

const SHARED = {
  MASTER_KEY: Buffer.alloc(32, 9).toString('base64'),
  SESSION_SECRET: 'the session secret of both nodes',
  SMTP_URL: 'smtp://127.0.0.1:9',
};
const ROUNDS = 10;

interface Someone {
  readonly id: string;
  readonly browser: CookieBrowser;
}

describe('two members act in one family at once, on two nodes (D384)', () => {
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

  const newFamily = () =>
    a.get(Database).transaction((tx) => a.get(FamilyService).create(tx, { name: 'The Twos' }));
  async function joined(familyId: string, memberType: MemberTypeValue, node = a): Promise<Someone> {
    const who = await newMember(a);
    await a
      .get(Database)
      .transaction((tx) => a.get(FamilyService).putMember(tx, familyId, who.id, memberType));
    const browser = new CookieBrowser(node);
    await browser.signIn(who);
    return { id: who.id, browser };
  }
  const race = async (
    round: number,
    work: readonly (() => Promise<{ status: number }>)[],
  ): Promise<number[]> => {
    const answers = await Promise.all((round % 2 === 0 ? work : work.toReversed()).map((act) => act()));
    return answers.map(({ status }) => status);
  };
  const roleOf = async (familyId: string, { id }: Someone) =>
    (
      await rows<{ type: number }>(
        a,
        'SELECT member_type AS type FROM family_member WHERE family_id = $1 AND account_id = $2',
        [familyId, id],
      )
    )[0]?.type;
  const recorded = (familyId: string, action: string) =>
    count(a, 'audit_event', `action = '${action}' AND target = 'family:${familyId}'`);

  it('an administrator removes a member while losing the role: the act was before, or is refused', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await newFamily();
      const [founder, admin, member] = [
        await joined(familyId, MemberType.founder),
        await joined(familyId, MemberType.administrator, b),
        await joined(familyId, MemberType.member),
      ];
      const path = `/account/families/${familyId}/members`;
      const takesAway = round % 4 < 2 ? '/remove' : '/role';
      const statuses = await race(round, [
        () => founder.browser.postAlone(`${path}/${admin.id}${takesAway}`, { role: 'member' }),
        () => admin.browser.postAlone(`${path}/${member.id}/remove`),
      ]);
      for (const status of statuses) expect([303, 400]).toContain(status);
      expect(await roleOf(familyId, admin)).toBe(takesAway === '/remove' ? undefined : MemberType.member);
      const isRemoved = (await roleOf(familyId, member)) === undefined;
      const byFounder = takesAway === '/remove' ? 1 : 0;
      expect(await recorded(familyId, 'family.member-removed')).toBe(byFounder + (isRemoved ? 1 : 0));
    }
  });

  it('a member is removed by an administrator while the founder makes them one: either, never both', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await newFamily();
      const [founder, admin, member] = [
        await joined(familyId, MemberType.founder),
        await joined(familyId, MemberType.administrator, b),
        await joined(familyId, MemberType.member),
      ];
      const path = `/account/families/${familyId}/members/${member.id}`;
      await race(round, [
        () => founder.browser.postAlone(`${path}/role`, { role: 'administrator' }),
        () => admin.browser.postAlone(`${path}/remove`),
      ]);
      const role = await roleOf(familyId, member);
      expect([undefined, MemberType.administrator]).toContain(role);
      expect(await recorded(familyId, 'family.role-set')).toBe(role === undefined ? 0 : 1);
      expect(await recorded(familyId, 'family.member-removed')).toBe(role === undefined ? 1 : 0);
    }
  });

  it('two administrators remove one member: it is done and recorded once', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await newFamily();
      await joined(familyId, MemberType.founder);
      const [one, other, member] = [
        await joined(familyId, MemberType.administrator),
        await joined(familyId, MemberType.administrator, b),
        await joined(familyId, MemberType.member),
      ];
      const path = `/account/families/${familyId}/members/${member.id}/remove`;
      await race(round, [() => one.browser.postAlone(path), () => other.browser.post(path)]);
      expect(await roleOf(familyId, member)).toBeUndefined();
      expect(await recorded(familyId, 'family.member-removed')).toBe(1);
    }
  });

  it('the founder deletes the family while an account is added to it: only one of the two happens', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await newFamily();
      const founder = await joined(familyId, MemberType.founder);
      const { id: accountId } = await newMember(a);
      await race(round, [
        () => founder.browser.postAlone(`/account/families/${familyId}/delete`),
        async () => {
          await provision(b, 'addaccount2family', { accountId, familyId, AccountType: '0' });
          return { status: 200 };
        },
      ]);
      const members = await count(a, 'family_member', `family_id = ${familyId}`);
      const families = await count(a, 'family', `id = ${familyId}`);
      expect([0, 2]).toContain(members);
      expect(families).toBe(members === 0 ? 0 : 1);
    }
  });
});
