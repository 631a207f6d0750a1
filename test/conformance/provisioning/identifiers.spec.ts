import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Bootstrap } from '../../../src/provisioning/bootstrap/bootstrap.service.js';
import { rows } from '../../support/database-rows.js';
import { ANNA } from '../../support/fixtures.js';
import { Partner, type Fields } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/** A number in a possible spelling, with the country, and as E.164. */
const NUMBERS: [how: string, given: string, country: string, e164: string][] = [
  ['E.164 with +', '+4915112345601', 'DE', '+4915112345601'],
  ['E.164 without +', '4915112345602', 'DE', '+4915112345602'],
  ['with 00', '004915112345603', 'DE', '+4915112345603'],
  ['with spaces', '+49 151 1234 5604', 'DE', '+4915112345604'],
  ['with hyphens and brackets', '+49 (151) 1234-5605', 'DE', '+4915112345605'],
  ['with spaces around', ' +4915112345606 ', 'DE', '+4915112345606'],
  ['national with its 0', '0151 12345607', 'DE', '+4915112345607'],
  ['national without its 0', '15112345608', 'DE', '+4915112345608'],
  ['national in France', '06 12 34 56 09', 'FR', '+33612345609'],
  ['10 digits, national in the United States', '2025550110', 'US', '+12025550110'],
  ['10 digits, international, of Norway', '4740612345', 'NO', '+4740612345'],
  ['10 digits, international, of Denmark', '4520123456', 'DK', '+4520123456'],
  ['+ of another country than UserCountryCode', '+33612345611', 'DE', '+33612345611'],
  ['00 of another country than UserCountryCode', '0033612345612', 'DE', '+33612345612'],
];

describe('identifiers of provisioned accounts (§2.2, §4.5, D19–D23)', () => {
  let server: TestServer;
  let partner: Partner;
  let familyId: string;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
    familyId = await partner.family();
  });
  afterAll(() => server.close());

  const normalized = async (accountId: string): Promise<string[]> => {
    const sql = 'SELECT normalized FROM account_identifier WHERE account_id = $1 ORDER BY id';
    const found = await rows<{ normalized: string }>(server, sql, [accountId]);
    return found.map((row) => row.normalized);
  };
  const search = (fields: Fields) => partner.result('search', fields);
  const refusedAsTaken = async (fields: Fields) => {
    const answer = await partner.call('createaccount', { ...partner.newAccount(), familyId, ...fields });
    expectError(answer, ERRORS.accountAlreadyExists, 'provcreateaccount');
  };

  // I2.2-03, I2.2-04, I4.5-10, I4.5-12
  it.each(NUMBERS)('a phone number as %s: %j in %s is %s (D21)', async (_how, given, country, e164) => {
    const fields = { Type: 'phone', Identifier: given, UserCountryCode: country };
    const account = await partner.account(familyId, fields);
    expect(await normalized(account)).toEqual([e164]);
    for (const form of [e164, e164.slice(1), `00${e164.slice(1)}`]) {
      expect([form, await search({ MSISDN: form })]).toEqual([form, account]);
      expect([form, await search({ identifier: form })]).toEqual([form, account]);
    }
    const asCreated = { UserCountryCode: country.toLowerCase() };
    expect(await search({ MSISDN: given, ...asCreated })).toBe(account);
    expect(await search({ identifier: given, ...asCreated })).toBe(account);
    await refusedAsTaken({ Type: 'Msisdn', Identifier: e164 });
  });

  // I4.5-11, I8-05
  it.each(NUMBERS.filter(([how]) => how.startsWith('10 digits, international')))(
    'search finds a phone number by the 10 digits that created it, %s (§4.5, §8)',
    async (_how, given, country, e164) => {
      const other = `${given.slice(0, -1)}${(Number(given.at(-1)) + 1) % 10}`;
      const fields = { Type: 'phone', Identifier: other, UserCountryCode: country };
      const account = await partner.account(familyId, fields);
      expect((await normalized(account))[0].slice(0, -1)).toBe(e164.slice(0, -1));
      expect(await search({ MSISDN: other })).toBe(account);
    },
  );

  // I2.2-02, I4.5-09
  it.each([
    ['in capitals', 'Ada.One@Partner.Example', 'ada.one@partner.example'],
    ['decomposed', 'zoe\u0308@partner.example', 'zo\u00eb@partner.example'],
    ['with a plus', 'ada+home@partner.example', 'ada+home@partner.example'],
  ])('an e-mail address %s is found in any spelling (D20)', async (_how, given, normal) => {
    const account = await partner.account(familyId, { Identifier: given });
    expect(await normalized(account)).toEqual([normal]);
    expect((await partner.information(account)).identifiers).toMatchObject([{ value: given }]);
    for (const form of [given, normal, normal.toUpperCase()]) {
      expect(await search({ email: form })).toBe(account);
      expect(await search({ identifier: form })).toBe(account);
    }
    await refusedAsTaken({ Identifier: normal });
  });

  // I2.2-05, I2.2-09, I3.5-11, I4.5-13
  it.each([
    ['of 1 character', 'z', 'z'],
    ['of 255 characters', 'm'.repeat(255), 'm'.repeat(255)],
    ['with spaces inside', 'Lou of the Ms', 'lou of the ms'],
    ['with several spaces', 'Lou  M', 'lou m'],
    ['in capitals', 'Lou.M', 'lou.m'],
    ['decomposed', 'Zoe\u0308', 'zo\u00eb'],
    ['of letters of the world', 'Łukasz-Ω', 'łukasz-ω'],
    ['of emoji', '🏡🏡🏡', '🏡🏡🏡'],
  ])('a login %s is found in any spelling (D20)', async (_how, given, normal) => {
    const account = await partner.account(familyId, { Type: 'login', Identifier: given });
    expect(await normalized(account)).toEqual([normal]);
    for (const form of [given, normal, normal.toUpperCase()]) {
      expect(await search({ login: form })).toBe(account);
      expect(await search({ identifier: form })).toBe(account);
    }
    await refusedAsTaken({ Type: 'login', Identifier: normal.toUpperCase() });
  });

  it.each([
    ['a bell', 'lou\u0007bell'],
    ['an escape', 'lou\u001b[31m'],
  ])('a login with %s is refused', async (_what, login) => {
    const fields = { ...partner.newAccount(), familyId, Type: 'login', Identifier: login };
    expectError(await partner.call('createaccount', fields), ERRORS.identifierInvalid, 'provcreateaccount');
  });

  // I2.2-12, I4.5-14
  it('search by a type finds only identifiers of this type, identifier finds all (D22)', async () => {
    const identifiers = [{ type: 'SOMETHING_ELSE' as const, value: 'Lou.Else' }];
    await server.get(Bootstrap).apply({ accounts: [{ name: 'Else', identifiers }] });
    const found = await search({ identifier: 'lou.else' });
    expect((await partner.information(found)).name).toBe('Else');
    const answer = await partner.call('search', { login: 'lou.else' });
    expectError(answer, ERRORS.identifierUnknown, 'provsearch');
  });

  it('search finds an ExternalId by identifier (D22), and accounts that were not provisioned', async () => {
    const identifiers = [{ type: 'ExternalId' as const, value: 'sso-4711' }];
    await server.get(Bootstrap).apply({ accounts: [{ name: 'Sso', identifiers }] });
    const found = await search({ identifier: 'sso-4711' });
    expect((await partner.information(found)).name).toBe('Sso');
    expect((await partner.information(await search({ login: ANNA.login }))).name).toBe('Anna K.');
    expect(await search({ email: ANNA.email })).toBe(await search({ phone: ANNA.msisdn }));
  });

  // I2.2-10
  it.each(['4915112345620', '+4915112345620', '9991234567', '+9991234567', '0049-151-12345620'])(
    'refuses a login that reads as a phone number: %s (D20)',
    async (Identifier) => {
      const fields = { ...partner.newAccount(), familyId, Type: 'login', Identifier };
      expectError(await partner.call('createaccount', fields), ERRORS.identifierInvalid, 'provcreateaccount');
    },
  );

  describe('updateaccount adds an identifier (D23)', () => {
    const messages = (accountId: string) =>
      rows<Fields>(
        server,
        'SELECT kind, channel, recipient FROM outbox_message WHERE account_id = $1 ORDER BY id',
        [accountId],
      );

    // I2.1-01, I4.5-50
    it('unvalidated, beside existing ones, several of one type', async () => {
      const account = await partner.account(familyId);
      const [first] = (await partner.information(account)).identifiers;
      const emails = [partner.email(), partner.email()];
      for (const Identifier of emails)
        await partner.result('updateaccount', { accountId: account, Type: 'Email', Identifier });
      await partner.result('updateaccount', { accountId: account, Type: 'login', Identifier: 'lou.more' });
      const { identifiers } = await partner.information(account);
      expect(identifiers.map(({ type, value, validated }) => [type, value, validated])).toEqual([
        ['Email', first.value, 'false'],
        ['Email', emails[0], 'false'],
        ['Email', emails[1], 'false'],
        ['Login', 'lou.more', 'false'],
      ]);
      expect(new Set(identifiers.map(({ id }) => id)).size).toBe(4);
      expect(identifiers[0].id).toBe(first.id);
      for (const email of emails) expect(await search({ email })).toBe(account);
    });

    // I4.5-70
    it('and asks an owner with a password to confirm it: until then it is not the account’s (D156)', async () => {
      const account = await search({ email: ANNA.email });
      const email = partner.email();
      const before = await partner.information(account);
      await partner.result('updateaccount', { accountId: account, Type: 'Email', Identifier: email });
      expect(await messages(account)).toEqual([{ kind: 'confirmation', channel: 'email', recipient: email }]);
      expect(await partner.information(account)).toEqual(before);
      expectError(await partner.call('search', { email }), ERRORS.identifierUnknown, 'provsearch');
    });

    it("and parses a national number by the account's country, or by the one given with it (D21)", async () => {
      const account = await partner.account(familyId, { UserCountryCode: 'FR' });
      const number = { accountId: account, Type: 'phone', Identifier: '06 12 34 56 21' };
      await partner.result('updateaccount', number);
      const german = { ...number, Identifier: '0151 12345621', UserCountryCode: 'DE' };
      await partner.result('updateaccount', german);
      expect((await normalized(account)).slice(1)).toEqual(['+33612345621', '+4915112345621']);
    });

    it('and changes nothing else when the identifier is taken', async () => {
      const account = await partner.account(familyId);
      const before = await partner.information(account);
      const fields = { accountId: account, UserName: 'Not', Type: 'Email', Identifier: ANNA.email };
      const answer = await partner.call('updateaccount', { ...fields, AccountType: '1' });
      expectError(answer, ERRORS.accountAlreadyExists, 'provupdateaccount');
      expect(await partner.information(account)).toEqual(before);
      expect(await messages(account)).toHaveLength(1);
    });
  });

  // I4.5-43
  it.each([
    ['Email', 'channel@partner.example', 'email', 'channel@partner.example'],
    ['phone', '+49 151 12345630', 'sms', '+4915112345630'],
    ['login', 'channel', 'handover', ''],
  ])(
    'an invitation by %s to %s waits in the outbox for %s (D25, D26)',
    async (Type, Identifier, channel, to) => {
      const account = await partner.account(familyId, { Type, Identifier, Locale: 'fr' });
      const sql =
        'SELECT kind, channel, recipient, locale, sent_at FROM outbox_message WHERE account_id = $1';
      expect(await rows<Fields>(server, sql, [account])).toEqual([
        { kind: 'invitation', channel, recipient: to, locale: 'fr', sent_at: null },
      ]);
    },
  );
});
