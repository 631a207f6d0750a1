import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/a01.js';
import { count } from '../support/database-rows.js';
import { heldUp } from '../support/held-up.js';
import { Partner } from '../support/partner.js';
import { startApp, type TestServer } from '../support/start-app.js';

const ROUNDS = 20;

/**
 * Calls that need the same rows in another order; if they waited for each other PostgreSQL would end one (503).
 */
describe('concurrent provisioning calls do not wait for each other for ever', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  const outcome = (answers: readonly Answer[]): string => answers.map(({ status }) => status).join(' ');

  it('a member becomes founder, a newcomer too, and that member is removed', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await partner.family();
      const member = await partner.account(familyId);
      await partner.account(familyId);
      const newcomer = await partner.account(await partner.family());
      const founder = { familyId, AccountType: '2' };
      const answers = await heldUp(server, 'family_member', [
        () => partner.call('addaccount2family', { ...founder, accountId: newcomer }),
        () => partner.call('addaccount2family', { ...founder, accountId: member }),
        () => partner.call('removeaccount2family', { accountId: member, familyId }),
      ]);
      expect(outcome(answers)).toMatch(/^(200|409) (200|409) (200|409)$/);
      expect(await count(server, 'family_member', `family_id = ${familyId} AND member_type = 2`)).toBe(1);
    }
  });

  it("createaccount and updateaccount for one address and one founder's place", async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await partner.family();
      const accountId = await partner.account(familyId);
      const wanted = { Type: 'Email', Identifier: partner.email(), AccountType: '2' };
      const newcomer = { ...partner.newAccount(), ...wanted, familyId };
      const answers = await heldUp(server, 'family_member', [
        () => partner.call('createaccount', newcomer),
        () => partner.call('updateaccount', { ...wanted, accountId }),
      ]);
      expect(['200 409', '409 200']).toContain(outcome(answers));
    }
  });

  it('two accounts leave two families, by deletion and by removal', async () => {
    for (let round = 0; round < ROUNDS / 2; round++) {
      const [first, second] = [await partner.family(), await partner.family()];
      const [one, two] = [await partner.account(first), await partner.account(second)];
      await partner.result('addaccount2family', { accountId: one, familyId: second });
      await partner.result('addaccount2family', { accountId: two, familyId: first });
      const answers = await heldUp(server, 'family_member', [
        () => partner.call('deleteaccount', { accountId: one }),
        () => partner.call('removeaccount2family', { accountId: one, familyId: second }),
        () => partner.call('removeaccount2family', { accountId: two, familyId: first }),
        () => partner.call('deleteaccount', { accountId: two }),
      ]);
      expect(outcome(answers)).toMatch(/^200 (200|507) (200|507) 200$/);
      for (const familyId of [first, second]) await partner.result('deletefamily', { familyId });
    }
  });
});
