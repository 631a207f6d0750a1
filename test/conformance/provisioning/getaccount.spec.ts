import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tokensFor, bearer, loggedAccount } from '../../support/a01.js';
import { ANNA } from '../../support/fixtures.js';
import { Partner } from '../../support/partner.js';
import { picture } from '../../support/pictures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const LONG = /^[1-9]\d{0,18}$/;
const KEYS = {
  account: ['accountId', 'families', 'identifiers', 'lastLoginDate', 'name'],
  identifier: ['id', 'type', 'validated', 'value'],
  family: [
    'Audio_Service',
    'Autotracking_Service',
    'Calendar_Service',
    'Location_Service',
    'Message_Service',
    'Photo_Service',
    'Task_Service',
    'Video_Service',
    'familyId',
    'familyName',
    'metaId',
    'pictureURIs',
    'premiumType',
  ],
};

describe('getaccount answers as §2.6 says (§2.2, §2.5, D6, D28, D29)', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  /** An account in three families, with three identifiers, one family with a picture. */
  async function rich(): Promise<{ account: string; families: string[]; email: string }> {
    const upload = { content: await picture('png') };
    const { body } = await partner.upload('createfamily', { FamilyName: 'With picture' }, upload);
    const families: string[] = [body.a01.r.r, await partner.family(), await partner.family()];
    const email = partner.email();
    const account = await partner.account(families[0], { Identifier: email, AccountType: '2' });
    for (const familyId of families.slice(1))
      await partner.result('addaccount2family', { accountId: account, familyId });
    const suffix = email.replace(/\D/g, '');
    await partner.result('updateaccount', { accountId: account, Type: 'login', Identifier: `rich${suffix}` });
    const number = `+49151987654${suffix.padStart(2, '0')}`;
    await partner.result('updateaccount', { accountId: account, Type: 'phone', Identifier: number });
    return { account, families, email };
  }

  // I2.1-05, I2.2-13, I2.5-15, I2.6-07, I4.5-63
  it('has exactly the keys of §2.6, §2.5 and §2.2, for each family and identifier', async () => {
    const { account } = await rich();
    const information = await partner.information(account);
    expect(Object.keys(information).sort()).toEqual(KEYS.account);
    expect(information.identifiers).toHaveLength(3);
    for (const one of information.identifiers) expect(Object.keys(one).sort()).toEqual(KEYS.identifier);
    expect(information.families).toHaveLength(3);
    for (const one of information.families) expect(Object.keys(one).sort()).toEqual(KEYS.family);
  });

  // I2.6-08
  it('has only strings as values, except for the lists', async () => {
    const { account } = await rich();
    const information = await partner.information(account);
    const leaves = (value: unknown): unknown[] =>
      typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];
    const all = leaves(information);
    expect(all.length).toBeGreaterThan(40);
    for (const value of all) expect(typeof value).toBe('string');
    for (const { pictureURIs } of information.families) expect(Array.isArray(pictureURIs)).toBe(true);
  });

  // I2.5-01, I2.5-02
  it('has ids, metaId, identifiers, flags and the family names', async () => {
    const { account, families, email } = await rich();
    const information = await partner.information(account);
    expect(information).toMatchObject({ accountId: account, name: 'Lou' });
    expect(information.families.map(({ familyId }) => familyId)).toEqual(families);
    for (const { familyId, metaId } of information.families) {
      expect(familyId).toMatch(LONG);
      expect(metaId).toBe(`family/${familyId}`);
    }
    expect(information.families.map(({ familyName }) => familyName)).toEqual([
      'With picture',
      'The Ls',
      'The Ls',
    ]);
    expect(information.identifiers[0]).toMatchObject({ type: 'Email', value: email, validated: 'false' });
    for (const { id } of information.identifiers) expect(id).toMatch(LONG);
    expect(new Set(information.identifiers.map(({ id }) => id)).size).toBe(3);
  });

  // I4.5-64
  it('is in the envelope of the call, without a level a00 (D6)', async () => {
    const { account } = await rich();
    const { body } = await partner.call('getaccount', { accountId: account });
    expect(Object.keys(body)).toEqual(['a01']);
    expect(Object.keys(body.a01).sort()).toEqual(['cn', 'r']);
    expect(body.a01.cn).toBe('provgetaccount');
  });

  // I2.6-05, I3.5-11
  it('has an empty lastLoginDate before the first login, then ISO 8601 in UTC (D29)', async () => {
    const pending = await partner.account(await partner.family());
    expect((await partner.information(pending)).lastLoginDate).toBe('');
    const anna = await partner.result('search', { email: ANNA.email });
    await tokensFor(server, ANNA);
    expect((await partner.information(anna)).lastLoginDate).toBe('2026-03-01T12:00:00.000Z');
  });

  // I2.5-04, I2.6-06
  it('has an empty list of families without a family, and of pictures for a family without one', async () => {
    const familyId = await partner.family();
    const account = await partner.account(familyId);
    expect((await partner.information(account)).families[0].pictureURIs).toEqual([]);
    await partner.result('removeaccount2family', { accountId: account, familyId });
    expect((await partner.information(account)).families).toEqual([]);
  });

  it('equals what the account itself gets from accgetloggedaccount (D33)', async () => {
    const { access_token: token } = await tokensFor(server, ANNA);
    const own = await loggedAccount(server, bearer(token));
    const anna = await partner.result('search', { email: ANNA.email });
    expect(await partner.information(anna)).toEqual(own.body.a01.r.r);
  });

  // I4.5-73
  it('accepts an existing familyId beside accountId', async () => {
    const { account, families } = await rich();
    const answer = await partner.call('getaccount', { accountId: account, familyId: families[0] });
    expect(answer.status).toBe(200);
  });

  it('accepts an id with leading zeros, and answers with the canonical id', async () => {
    const account = await partner.account(await partner.family());
    expect(await partner.information(`00${account}`)).toEqual(await partner.information(account));
  });

  it('answers updatefamily and updateaccount with the canonical id', async () => {
    const familyId = await partner.family();
    const account = await partner.account(familyId);
    expect(await partner.result('updatefamily', { familyId: `00${familyId}` })).toBe(familyId);
    expect(await partner.result('updateaccount', { accountId: `00${account}` })).toBe(account);
  });
});
