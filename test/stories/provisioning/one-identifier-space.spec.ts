import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { bearer, loggedAccount, tokensFor, type Answer } from '../../support/a01.js';
import { count } from '../../support/database-rows.js';
import { Partner } from '../../support/partner.js';
import { newPartner } from '../../support/provisioning-clients.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const IS_RACE = Boolean(process.env.TEST_DATABASE_URL);
const ROUNDS = IS_RACE ? 40 : 8;
const PASSWORD = 'autumn-meadow-3';

/** §2.2: `value` is unique across all users, whatever the type (D20). */
describe('one space of identifiers', () => {
  let server: TestServer;
  let partner: Partner;
  let familyId: string;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
    familyId = await partner.family();
  });
  afterAll(() => server.close());

  const external = (value: string, name = 'External') => ({
    name,
    identifiers: [{ type: 'ExternalId' as const, value }],
    password: PASSWORD,
  });
  const login = (Identifier: string): Promise<Answer> =>
    partner.call('createaccount', { ...partner.newAccount(), familyId, Type: 'login', Identifier });
  const whoSignsIn = async (identifier: string): Promise<string> => {
    const { access_token: token } = await tokensFor(server, { email: identifier, password: PASSWORD });
    const { name } = (await loggedAccount(server, bearer(token))).body.a01.r.r as { name: string };
    return name;
  };

  it('refuses a login equal to an ExternalId of no issuer, whose account still signs in and is found', async () => {
    await server.get(Bootstrap).apply({ accounts: [external('Ext-One', 'One')] });
    for (const same of ['Ext-One', 'EXT-ONE', 'ext-one'])
      expectError(await login(same), ERRORS.accountAlreadyExists, 'provcreateaccount');
    expect(await whoSignsIn('Ext-One')).toBe('One');
    const found = await partner.result('search', { identifier: 'Ext-One' });
    expect((await partner.information(found)).name).toBe('One');
  });

  // I2.2-01, I2.2-05, I2.2-11
  it.each([
    ['Email', 'AccessToken', 'Two@Partner.Example', 'two@partner.example'],
    ['phone', 'SOMETHING_ELSE', '+49 151 11111112', '4915111111112'],
    ['login', 'AccessToken', 'Two Words', 'two  words'],
  ])('refuses a %s if a %s has the value', async (Type, type, value, Identifier) => {
    const identifiers = [{ type: type as 'AccessToken', value }];
    await server.get(Bootstrap).apply({ accounts: [{ name: 'Two', identifiers }] });
    const fields = { ...partner.newAccount(), familyId, Type, Identifier };
    const answer = await partner.call('createaccount', fields);
    expectError(answer, ERRORS.accountAlreadyExists, 'provcreateaccount');
  });

  // I2.2-06
  it('of two that claim a value at once, as different types, one has it', async () => {
    for (let round = 1; round <= ROUNDS; round++) {
      const value = `claimed-${round}`;
      const outcomes = await Promise.all([
        login(value).then(({ status }) => status === 200),
        server
          .get(Bootstrap)
          .apply({ accounts: [external(value.toUpperCase())] })
          .then(
            () => true,
            () => false,
          ),
        login(value.toUpperCase()).then(({ status }) => status === 200),
      ]);
      expect(outcomes).toContain(true);
      expect(await count(server, 'account_identifier', `lower(value) = '${value}'`)).toBe(1);
    }
  });

  // I4.5-17
  it('an identifier that fits two accounts by country gets a refusal that names the parameters', async () => {
    const fields = { ...partner.newAccount(), familyId, Type: 'phone', UserCountryCode: 'DE' };
    const phone = await partner.result('createaccount', { ...fields, Identifier: '0151 33333333' });
    const named = await partner.result('createaccount', {
      ...fields,
      Type: 'login',
      Identifier: '0151 33333333',
    });
    const asked = { UserCountryCode: 'DE', identifier: '0151 33333333' };
    const answer = await partner.call('search', asked);
    expectError(answer, ERRORS.invalidParameter, 'provsearch');
    expect(answer.body.a01.ex.message).toBe(
      'identifier fits more than one account: say which kind it is, by email, MSISDN, login or externalId instead.',
    );
    expect(await partner.result('search', { UserCountryCode: 'DE', MSISDN: '0151 33333333' })).toBe(phone);
    expect(await partner.result('search', { login: '0151 33333333' })).toBe(named);
  });

  describe('an ExternalId of an issuer', () => {
    let other: Partner;
    let mine: string;
    beforeAll(async () => {
      other = await newPartner(server, 'other-partner', { isPrivileged: true });
      const family = await other.family();
      mine = await other.account(family, { Identifier: 'three@other.example' });
      await other.result('updateaccount', { accountId: mine, Type: 'externalid', Identifier: 'three-3' });
    });

    // I2.2-07
    it('is a namespace of its own: an equal login is free, and signs in as itself', async () => {
      const accounts = [
        { name: 'Three', identifiers: [{ type: 'Login' as const, value: 'three-3' }], password: PASSWORD },
      ];
      await server.get(Bootstrap).apply({ accounts });
      expect(await whoSignsIn('three-3')).toBe('Three');
    });

    // I2.2-07, I4.5-72
    it('is found by its own partner, and by nobody else', async () => {
      const three = await partner.result('search', { identifier: 'three-3' });
      expect((await partner.information(three)).name).toBe('Three');
      expect(await other.result('search', { externalId: 'three-3' })).toBe(mine);
      for (const [who, externalId] of [
        [partner, 'three-3'],
        [other, 'THREE-3'],
        [other, ' three-3 '],
      ] as const)
        expectError(await who.call('search', { externalId }), ERRORS.identifierUnknown, 'provsearch');
    });

    // I4.5-17
    it('an identifier that fits another account too gets a refusal that names the parameters to use', async () => {
      const answer = await other.call('search', { identifier: 'three-3' });
      expectError(answer, ERRORS.invalidParameter, 'provsearch');
      for (const name of ['email', 'MSISDN', 'login', 'externalId'])
        expect(answer.body.a01.ex.message).toContain(name);
      const three = await other.result('search', { login: 'three-3' });
      expect((await other.information(three)).name).toBe('Three');
    });

    // I2.2-16
    it('cannot be used at a sign-in', async () => {
      await other.result('updateaccount', { accountId: mine, Type: 'externalid', Identifier: 'three-only' });
      await expect(whoSignsIn('three-only')).rejects.toThrow('FizCredentialInvalidException');
    });
  });
});
