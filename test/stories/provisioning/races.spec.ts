import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { bearer, loggedAccount, tokensFor, type Answer } from '../../support/a01.js';
import { census, plus } from '../../support/census.js';
import { count } from '../../support/database-rows.js';
import { Partner } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/** Only a real PostgreSQL works in parallel; the embedded one takes them in turn, in any round. */
const IS_RACE = Boolean(process.env.TEST_DATABASE_URL);
const PARALLEL = IS_RACE ? 200 : 10;
const SOME = IS_RACE ? 60 : 6;
const ROUNDS = IS_RACE ? 40 : 2;

describe('concurrent provisioning calls', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  const times = <T>(n: number, work: (i: number) => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: n }, (_, i) => work(i)));
  /** The number of answers of each status. */
  const tally = (answers: readonly Answer[]): Record<string, number> => {
    const counts: Record<string, number> = {};
    for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
    return counts;
  };
  const founders = (familyId: string) =>
    count(server, 'family_member', `family_id = ${familyId} AND member_type = 2`);
  const ACCOUNT = { account: 1, account_identifier: 1, family_member: 1, invitation: 1, outbox_message: 1 };

  it(`${PARALLEL} createaccount with one e-mail address: one account, one invitation`, async () => {
    const familyId = await partner.family();
    const before = await census(server);
    const fields = { ...partner.newAccount(), familyId };
    const answers = await times(PARALLEL, (i) => {
      const Identifier = i % 2 === 0 ? fields.Identifier : fields.Identifier.toUpperCase();
      return partner.call('createaccount', { ...fields, Identifier });
    });
    expect(tally(answers)).toEqual({ 200: 1, 409: PARALLEL - 1 });
    for (const answer of answers.filter(({ status }) => status === 409))
      expectError(answer, ERRORS.accountAlreadyExists, 'provcreateaccount');
    expect(await census(server)).toEqual(plus(before, ACCOUNT));
    const winner = answers.find(({ status }) => status === 200)?.body.a01.r.r;
    expect(await partner.result('search', { email: fields.Identifier })).toBe(winner);
  });

  it(`${PARALLEL} createaccount with one e-mail address and FamilyName each: one family more`, async () => {
    const before = await census(server);
    const fields = { ...partner.newAccount(), FamilyName: 'Race' };
    const answers = await times(PARALLEL, () => partner.call('createaccount', fields));
    expect(tally(answers)).toEqual({ 200: 1, 409: PARALLEL - 1 });
    expect(await census(server)).toEqual(plus(before, { ...ACCOUNT, family: 1 }));
  });

  it(`${SOME} createaccount with addresses of their own: all succeed`, async () => {
    const familyId = await partner.family();
    const before = await census(server);
    const ids = await times(SOME, () => partner.account(familyId));
    expect(new Set(ids).size).toBe(SOME);
    const all = Object.entries(ACCOUNT).map(([table, one]) => [table, one * SOME]);
    expect(await census(server)).toEqual(plus(before, Object.fromEntries(all) as typeof ACCOUNT));
  });

  // I2.2-06
  it('createaccount and updateaccount for one address: one succeeds', async () => {
    for (let round = 0; round < ROUNDS / 2; round++) {
      const familyId = await partner.family();
      const accountId = await partner.account(familyId);
      const given = { Type: 'Email', Identifier: partner.email() };
      const answers = await Promise.all([
        partner.call('createaccount', { ...partner.newAccount(), ...given, familyId }),
        partner.call('updateaccount', { accountId, ...given }),
      ]);
      expect(tally(answers)).toEqual({ 200: 1, 409: 1 });
    }
  });

  it.each<[how: string, make: (familyId: string, AccountType: string) => Promise<() => Promise<Answer>>]>([
    [
      'createaccount',
      (familyId, AccountType) => {
        const fields = { ...partner.newAccount(), familyId, AccountType };
        return Promise.resolve(() => partner.call('createaccount', fields));
      },
    ],
    [
      'addaccount2family',
      async (familyId, AccountType) => {
        const accountId = await partner.account(await partner.family());
        return () => partner.call('addaccount2family', { accountId, familyId, AccountType });
      },
    ],
    [
      'addaccount2family of members',
      async (familyId, AccountType) => {
        const accountId = await partner.account(familyId);
        return () => partner.call('addaccount2family', { accountId, familyId, AccountType });
      },
    ],
    [
      'updateaccount',
      async (familyId, AccountType) => {
        const accountId = await partner.account(familyId);
        return () => partner.call('updateaccount', { accountId, AccountType });
      },
    ],
  ])('founders at once by %s: one wins (D14)', async (_how, make) => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const familyId = await partner.family();
      const calls = [await make(familyId, '2'), await make(familyId, '3'), await make(familyId, '2')];
      const answers = await Promise.all(calls.map((call) => call()));
      expect(tally(answers)).toEqual({ 200: 1, 409: 2 });
      for (const { status, body } of answers)
        if (status === 409) expect(body.a01.ex.name).toBe(ERRORS.founderAlreadyExists.name);
      expect(await founders(familyId)).toBe(1);
    }
  });

  it('one account made founder twice at once: both are answered true (D16)', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const familyId = await partner.family();
      const accountId = await partner.account(await partner.family());
      const add = () => partner.call('addaccount2family', { accountId, familyId, AccountType: '2' });
      expect(tally(await Promise.all([add(), add()]))).toEqual({ 200: 2 });
      expect(await founders(familyId)).toBe(1);
    }
  });

  // I3.5-02
  it('deletefamily racing addaccount2family: never both, and never a member of no family (§3.5)', async () => {
    const seen = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await partner.family();
      const accountId = await partner.account(await partner.family());
      const calls = [
        () => partner.call('deletefamily', { familyId }),
        () => partner.call('addaccount2family', { accountId, familyId }),
      ];
      const [deleted, added] =
        round % 2 === 0
          ? await Promise.all(calls.map((call) => call()))
          : (await Promise.all([...calls].reverse().map((call) => call()))).reverse();
      const outcome = `${deleted.status} ${added.status}`;
      seen.add(outcome);
      expect(['200 404', '409 200']).toContain(outcome);
      const isThere = (await count(server, 'family', `id = ${familyId}`)) === 1;
      const members = await count(server, 'family_member', `family_id = ${familyId}`);
      expect([isThere, members]).toEqual(added.status === 200 ? [true, 1] : [false, 0]);
    }
    if (IS_RACE) expect([...seen].sort()).toEqual(['200 404', '409 200']);
  });

  it('deletefamily racing createaccount: never both, and no account without its family', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await partner.family();
      const before = await census(server);
      const [deleted, created] = await Promise.all([
        partner.call('deletefamily', { familyId }),
        partner.call('createaccount', { ...partner.newAccount(), familyId }),
      ]);
      expect(['200 404', '409 200']).toContain(`${deleted.status} ${created.status}`);
      const after = created.status === 200 ? plus(before, ACCOUNT) : plus(before, { family: -1 });
      expect(await census(server)).toEqual(after);
    }
  });

  it('deleteaccount racing addaccount2family: the account is in no family afterwards', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await partner.family();
      const accountId = await partner.account(await partner.family());
      const [deleted, added] = await Promise.all([
        partner.call('deleteaccount', { accountId }),
        partner.call('addaccount2family', { accountId, familyId }),
      ]);
      expect(deleted.status).toBe(200);
      expect([200, 507]).toContain(added.status);
      expect(await count(server, 'family_member', `account_id = ${accountId}`)).toBe(0);
      expect(await partner.result('deletefamily', { familyId })).toBe('true');
    }
  });

  it('deleteaccount twice at once: one is true', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const accountId = await partner.account(await partner.family());
      const remove = () => partner.call('deleteaccount', { accountId });
      expect(tally(await Promise.all([remove(), remove()]))).toEqual({ 200: 1, 507: 1 });
    }
  });

  it('the founder leaves while another joins: not both, or the other is founder of nothing (D17)', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const familyId = await partner.family();
      const founder = await partner.account(familyId, { AccountType: '2' });
      const joining = await partner.account(await partner.family());
      const [left, joined] = await Promise.all([
        partner.call('removeaccount2family', { accountId: founder, familyId }),
        partner.call('addaccount2family', { accountId: joining, familyId }),
      ]);
      expect(joined.status).toBe(200);
      expect([200, 409]).toContain(left.status);
      expect(await founders(familyId)).toBe(left.status === 200 ? 0 : 1);
    }
  });

  it('deleteaccount racing Bearer calls: once it is answered no call passes (D32)', async () => {
    for (let round = 0; round < ROUNDS / 4; round++) {
      const who = { email: `racer-${round}@family.example`, password: 'autumn-meadow-3' };
      const identifiers = [{ type: 'Email' as const, value: who.email }];
      await server
        .get(Bootstrap)
        .apply({ accounts: [{ name: 'Racer', identifiers, password: who.password }] });
      const accountId = await partner.result('search', { email: who.email });
      const { access_token: token } = await tokensFor(server, who);
      const look = () => loggedAccount(server, bearer(token));
      const [deleted, ...during] = await Promise.all([
        partner.call('deleteaccount', { accountId }).then(async (answer) => {
          expect(tally(await times(4, look))).toEqual({ 401: 4 }); // the very next calls
          return answer;
        }),
        ...Array.from({ length: 8 }, look),
      ]);
      expect(deleted.status).toBe(200);
      for (const { status, headers } of during) {
        expect([200, 401]).toContain(status);
        if (status === 401) expect(headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token"/);
      }
    }
  });

  it('all sorts of calls on one family at once: no 5xx but 507, and every rule still holds', async () => {
    const familyId = await partner.family();
    const accounts = await times(6, () => partner.account(familyId));
    const answers = await times(120, (i) => {
      const accountId = accounts[i % accounts.length];
      const AccountType = String(i % 4);
      const kinds = [
        () => partner.call('addaccount2family', { accountId, familyId, AccountType }),
        () => partner.call('removeaccount2family', { accountId, familyId }),
        () => partner.call('updateaccount', { accountId, familyId, AccountType }),
        () => partner.call('updatefamily', { familyId, FamilyName: `Race ${i}` }),
        () => partner.call('getaccount', { accountId }),
        () => partner.call('deletefamily', { familyId }),
        () =>
          i > 100 ? partner.call('deleteaccount', { accountId }) : partner.call('getaccount', { accountId }),
      ];
      return kinds[i % kinds.length]();
    });
    const unexpected = answers.filter(({ status }) => ![200, 400, 404, 409, 507].includes(status));
    expect(unexpected.map(({ body }) => body)).toEqual([]);
    expect(await founders(familyId)).toBeLessThanOrEqual(1);
  });
});
