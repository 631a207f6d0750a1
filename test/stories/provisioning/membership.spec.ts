import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { count, rows } from '../../support/database-rows.js';
import { Partner } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('accounts join, change and leave families (§3.5, §4.5, D13–D18)', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  /** Member types by account, in one family. */
  const membersOf = async (familyId: string): Promise<Record<string, number>> => {
    const sql = 'SELECT account_id::text AS id, member_type AS type FROM family_member WHERE family_id = $1';
    const found = await rows<{ id: string; type: number }>(server, sql, [familyId]);
    return Object.fromEntries(found.map(({ id, type }) => [id, type]));
  };
  const call = (operation: string, accountId: string, familyId: string, AccountType?: string) =>
    partner.call(operation, { accountId, familyId, ...(AccountType === undefined ? {} : { AccountType }) });
  const done = async (operation: string, accountId: string, familyId: string, AccountType?: string) => {
    const { status, body } = await call(operation, accountId, familyId, AccountType);
    expect([status, body.a01.r.r]).toEqual([200, 'true']);
  };

  // I4.5-56, I4.5-59
  it('an account moves from one family to another', async () => {
    const [from, to] = [await partner.family(), await partner.family({ FamilyName: 'The new ones' })];
    const account = await partner.account(from);
    await done('addaccount2family', account, to);
    await done('removeaccount2family', account, from);
    expect((await partner.information(account)).families).toMatchObject([{ familyName: 'The new ones' }]);
    expect(await partner.result('deletefamily', { familyId: from })).toBe('true');
  });

  // I4.5-55
  it('adding a member again changes its type, also to member when none is given (D16)', async () => {
    const family = await partner.family();
    const account = await partner.account(family);
    await done('addaccount2family', account, family, '1');
    expect(await membersOf(family)).toEqual({ [account]: 1 });
    await done('addaccount2family', account, family, '2');
    await done('addaccount2family', account, family, '3'); // founder already: itself
    expect(await membersOf(family)).toEqual({ [account]: 2 });
    await done('addaccount2family', account, family);
    expect(await membersOf(family)).toEqual({ [account]: 0 });
  });

  // I4.5-59
  it('removing twice, or from a family it was never in, is true (D88)', async () => {
    const [family, other] = [await partner.family(), await partner.family()];
    const account = await partner.account(family);
    await done('removeaccount2family', account, other);
    await done('removeaccount2family', account, family);
    await done('removeaccount2family', account, family);
    expect(await membersOf(family)).toEqual({});
  });

  describe('founder (D14, D17)', () => {
    it('exists once per family; the founder of one may be founder of another too', async () => {
      const [family, other] = [await partner.family(), await partner.family()];
      const founder = await partner.account(family, { AccountType: '2' });
      const second = await partner.account(family);
      const answer = await call('addaccount2family', second, family, '2');
      expectError(answer, ERRORS.founderAlreadyExists, 'provaddaccount2family');
      await done('addaccount2family', founder, other, '3');
      expect(await membersOf(other)).toEqual({ [founder]: 2 });
    });

    it('cannot leave while others are members, and can as the last one', async () => {
      const family = await partner.family();
      const founder = await partner.account(family, { AccountType: '2' });
      const member = await partner.account(family);
      const answer = await call('removeaccount2family', founder, family);
      expectError(answer, ERRORS.founderAlreadyExists, 'provremoveaccount2family');
      expect(await membersOf(family)).toEqual({ [founder]: 2, [member]: 0 });
      await done('removeaccount2family', member, family);
      await done('removeaccount2family', founder, family);
      expect(await membersOf(family)).toEqual({});
    });

    it.each(['accountId', 'familyId'])('cannot leave by a %s with leading zeros either', async (name) => {
      const family = await partner.family();
      const founder = await partner.account(family, { AccountType: '2' });
      await partner.account(family);
      const ids = { accountId: founder, familyId: family };
      const fields = { ...ids, [name]: `00${ids[name as keyof typeof ids]}` };
      const answer = await partner.call('removeaccount2family', fields);
      expectError(answer, ERRORS.founderAlreadyExists, 'provremoveaccount2family');
      expect(Object.keys(await membersOf(family))).toHaveLength(2);
    });

    it('can leave once another is founder in its place', async () => {
      const family = await partner.family();
      const [old, next] = [
        await partner.account(family, { AccountType: '2' }),
        await partner.account(family),
      ];
      await done('addaccount2family', old, family, '0');
      await done('addaccount2family', next, family, '2');
      await done('removeaccount2family', old, family);
      expect(await membersOf(family)).toEqual({ [next]: 2 });
    });

    it('can be deleted while others are members, and then another can become founder (D17)', async () => {
      const family = await partner.family();
      const founder = await partner.account(family, { AccountType: '2' });
      const member = await partner.account(family);
      expect(await partner.result('deleteaccount', { accountId: founder })).toBe('true');
      expect(await membersOf(family)).toEqual({ [member]: 0 });
      await partner.result('updateaccount', { accountId: member, AccountType: '2' });
      expect(await membersOf(family)).toEqual({ [member]: 2 });
    });
  });

  describe('AccountType at updateaccount (D15)', () => {
    // I4.5-47
    it("changes the type in the account's only family", async () => {
      const family = await partner.family();
      const account = await partner.account(family);
      await partner.result('updateaccount', { accountId: account, AccountType: '1' });
      expect(await membersOf(family)).toEqual({ [account]: 1 });
    });

    // I4.5-48
    it('in several families needs familyId, and changes it there only', async () => {
      const [first, second] = [await partner.family(), await partner.family()];
      const account = await partner.account(first);
      await done('addaccount2family', account, second);
      const answer = await partner.call('updateaccount', { accountId: account, AccountType: '1' });
      expectError(answer, ERRORS.invalidParameter, 'provupdateaccount');
      expect(answer.body.a01.ex.message).toContain('familyId');
      await partner.result('updateaccount', { accountId: account, AccountType: '2', familyId: second });
      expect(await membersOf(first)).toEqual({ [account]: 0 });
      expect(await membersOf(second)).toEqual({ [account]: 2 });
    });

    it('knows the family by an id with leading zeros', async () => {
      const family = await partner.family();
      const account = await partner.account(family);
      const fields = { accountId: account, AccountType: '1', familyId: `00${family}` };
      await partner.result('updateaccount', fields);
      expect(await membersOf(family)).toEqual({ [account]: 1 });
    });

    it('for an account without a family is refused, naming familyId', async () => {
      const family = await partner.family();
      const account = await partner.account(family);
      await done('removeaccount2family', account, family);
      const answer = await partner.call('updateaccount', { accountId: account, AccountType: '1' });
      expectError(answer, ERRORS.invalidParameter, 'provupdateaccount');
      expect(answer.body.a01.ex.message).toContain('familyId');
    });

    it('in an existing family that is not its own is refused, and joins nothing', async () => {
      const [own, foreign] = [await partner.family(), await partner.family()];
      const account = await partner.account(own);
      const fields = { accountId: account, AccountType: '1', familyId: foreign, UserName: 'Not' };
      expectError(await partner.call('updateaccount', fields), ERRORS.invalidParameter, 'provupdateaccount');
      expect(await membersOf(foreign)).toEqual({});
      expect((await partner.information(account)).name).toBe('Lou');
    });
  });

  describe('family of a new account (D18)', () => {
    // I4.5-34
    it('is the named one', async () => {
      const family = await partner.family();
      const account = await partner.account(family, { AccountType: '2' });
      expect(await membersOf(family)).toEqual({ [account]: 2 });
    });

    // I4.5-35
    it('is a new one with FamilyName, with the defaults of createfamily', async () => {
      const before = await count(server, 'family');
      const fields = { ...partner.newAccount(), FamilyName: 'The Qs 🦆', AccountType: '2' };
      const account = await partner.result('createaccount', fields);
      const { families } = await partner.information(account);
      expect(families).toMatchObject([
        {
          familyName: 'The Qs 🦆',
          premiumType: '0',
          Calendar_Service: 'true',
          Autotracking_Service: 'false',
        },
      ]);
      expect(await membersOf(families[0].familyId)).toEqual({ [account]: 2 });
      expect(await count(server, 'family')).toBe(before + 1);
    });

    it('is a new one each time, even with an equal name', async () => {
      const named = () => ({ ...partner.newAccount(), FamilyName: 'Twins' });
      const accounts = [
        await partner.result('createaccount', named()),
        await partner.result('createaccount', named()),
      ];
      const ids = await Promise.all(
        accounts.map(async (id) => (await partner.information(id)).families[0].familyId),
      );
      expect(new Set(ids).size).toBe(2);
    });
  });

  // I1-05, I3.5-01, I3.5-02, I4.5-33
  it('life of a family: created, filled, emptied, deleted (§3.5)', async () => {
    const familyId = await partner.family();
    const accounts = [await partner.account(familyId, { AccountType: '2' }), await partner.account(familyId)];
    const refused = await partner.call('deletefamily', { familyId });
    expectError(refused, ERRORS.familyNotEmpty, 'provdeletefamily');
    await partner.result('deleteaccount', { accountId: accounts[0] });
    await done('removeaccount2family', accounts[1], familyId);
    expect(await partner.result('deletefamily', { familyId })).toBe('true');
    const again = await partner.call('deletefamily', { familyId });
    expectError(again, ERRORS.familyIdDoesNotExist, 'provdeletefamily');
    expect((await partner.information(accounts[1])).families).toEqual([]); // the account stays
  });
});
