import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rows } from '../../support/database-rows.js';
import { Partner, type Fields } from '../../support/partner.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/** §2.5, §4.5 note 1. */
const DEFAULTS: Fields = {
  premiumType: '0',
  Calendar_Service: 'true',
  Location_Service: 'true',
  Autotracking_Service: 'false',
  Message_Service: 'true',
  Photo_Service: 'true',
  Video_Service: 'true',
  Audio_Service: 'true',
  Task_Service: 'true',
};
const SERVICES = Object.keys(DEFAULTS).filter((name) => name.endsWith('_Service'));

describe('defaults and enumerations of provisioning (§2.5, §2.7, §4.5)', () => {
  let server: TestServer;
  let partner: Partner;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
  });
  afterAll(() => server.close());

  /** The family as one of its members sees it. */
  const seen = async (familyId: string) => {
    const { families } = await partner.information(await partner.account(familyId));
    return families[0];
  };
  const storedAccount = async (accountId: string) => {
    const sql = 'SELECT country_code, locale, status, password_hash FROM account WHERE id = $1';
    return (await rows<Record<string, string | null>>(server, sql, [accountId]))[0];
  };
  const memberTypes = async (accountId: string): Promise<number[]> => {
    const sql = 'SELECT member_type AS type FROM family_member WHERE account_id = $1 ORDER BY family_id';
    return (await rows<{ type: number }>(server, sql, [accountId])).map(({ type }) => type);
  };

  // I2.5-07, I2.5-08, I2.5-09, I2.5-10, I2.5-11, I2.5-12, I2.5-13, I2.5-14, I4.5-20, I4.5-65
  it.each(Object.entries(DEFAULTS))('a family has %s %s by default', async (name, value) => {
    expect((await seen(await partner.family()))[name]).toBe(value);
  });

  // I1-08, I2.5-07, I2.5-08, I2.5-09, I2.5-10, I2.5-11, I2.5-12, I2.5-13, I2.5-14, I4.5-21, I4.5-29
  it.each(SERVICES)('createfamily and updatefamily switch %s and nothing else', async (service) => {
    const isOn = DEFAULTS[service] === 'true';
    const family = await partner.family({ [service]: String(!isOn) });
    expect(await seen(family)).toMatchObject({ ...DEFAULTS, [service]: String(!isOn) });
    await partner.result('updatefamily', { familyId: family, [service]: String(isOn) });
    expect(await seen(family)).toMatchObject(DEFAULTS);
  });

  // I4.5-22
  it.each(['true', 'false', 'TRUE', 'False', '1', '0'])('a service flag is %s', async (text) => {
    const family = await partner.family({ Video_Service: text });
    const value = ['true', '1'].includes(text.toLowerCase());
    expect((await seen(family)).Video_Service).toBe(String(value));
  });

  // I1-07, I2.7-01, I4.5-20, I4.5-28
  it.each(['0', '1', '2'])('Premium_Type %s at createfamily and updatefamily', async (premiumType) => {
    const family = await partner.family({ Premium_Type: premiumType });
    expect((await seen(family)).premiumType).toBe(premiumType);
    const other = await partner.family({ Premium_Type: '1' });
    await partner.result('updatefamily', { familyId: other, Premium_Type: premiumType });
    expect((await seen(other)).premiumType).toBe(premiumType);
  });

  // I4.5-26, I4.5-30
  it('updatefamily leaves fields that are not given', async () => {
    const family = await partner.family({ Premium_Type: '2', Task_Service: 'false' });
    const before = await seen(family);
    await partner.result('updatefamily', { familyId: family, FamilyName: 'Renamed' });
    expect(await seen(family)).toEqual({ ...before, familyName: 'Renamed' });
    await partner.result('updatefamily', { familyId: family });
    expect(await seen(family)).toEqual({ ...before, familyName: 'Renamed' });
  });

  // I1-06, I2.7-03, I2.7-04, I4.5-40, I4.5-55, I4.5-66
  it.each([
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['3', 2],
  ])(
    'AccountType %s is stored as %i by createaccount, updateaccount and addaccount2family (D13)',
    async (given, stored) => {
      const first = await partner.account(await partner.family(), { AccountType: given });
      expect(await memberTypes(first)).toEqual([stored]);

      const second = await partner.account(await partner.family(), { AccountType: stored === 1 ? '0' : '1' });
      await partner.result('updateaccount', { accountId: second, AccountType: given });
      expect(await memberTypes(second)).toEqual([stored]);

      const familyId = await partner.family();
      await partner.result('addaccount2family', { accountId: second, familyId, AccountType: given });
      expect(await memberTypes(second)).toEqual([stored, stored]);
    },
  );

  // I4.5-40
  it('AccountType is 0 by default at createaccount (§2.7) and addaccount2family (D16)', async () => {
    const account = await partner.account(await partner.family());
    await partner.result('addaccount2family', { accountId: account, familyId: await partner.family() });
    expect(await memberTypes(account)).toEqual([0, 0]);
  });

  // I3.5-10, I4.5-41
  it('a new account is pending, without a password, with Locale en by default (D24, D26)', async () => {
    const account = await partner.account(await partner.family());
    expect(await storedAccount(account)).toEqual({
      country_code: 'DE',
      locale: 'en',
      status: 'pending',
      password_hash: null,
    });
  });

  // I4.5-39, I4.5-41, I4.5-46, I4.5-49, I8-06, I8-07
  it.each([
    ['de', 'DE', 'FR', 'fr'],
    ['Fr', 'FR', 'Es', 'es'],
    ['US', 'US', 'eN', 'en'],
    ['gb', 'GB', 'JA', 'ja'],
  ])('UserCountryCode %s is kept as %s, Locale %s as %s (D30)', async (country, code, language, locale) => {
    const given = { UserCountryCode: country, Locale: language };
    const created = await partner.account(await partner.family(), given);
    expect(await storedAccount(created)).toMatchObject({ country_code: code, locale });
    const updated = await partner.account(await partner.family(), { Locale: 'it', UserCountryCode: 'IT' });
    await partner.result('updateaccount', { accountId: updated, ...given });
    expect(await storedAccount(updated)).toMatchObject({ country_code: code, locale });
  });

  // I4.5-41, I4.5-49, I8-07
  it.each([
    ['iw', 'he'],
    ['in', 'id'],
    ['ji', 'yi'],
    ['zh-Hant', 'zh'],
    ['zh-Hant-TW', 'zh'],
    ['pt-BR', 'pt'],
    ['pt_BR', 'pt'],
    ['IW-il', 'he'],
    ['tl', 'tl'],
    ['no', 'no'],
  ])('Locale %s is kept as the two letters %s (row 24, D376)', async (given, locale) => {
    const created = await partner.account(await partner.family(), { Locale: given });
    expect(await storedAccount(created)).toMatchObject({ locale });
    const updated = await partner.account(await partner.family(), { Locale: 'it' });
    await partner.result('updateaccount', { accountId: updated, Locale: given });
    expect(await storedAccount(updated)).toMatchObject({ locale });
  });

  // I4.5-45, I4.5-51
  it('updateaccount leaves what is not given', async () => {
    const given = { Locale: 'es', UserCountryCode: 'ES', AccountType: '1' };
    const account = await partner.account(await partner.family(), given);
    await partner.result('updateaccount', { accountId: account, UserName: 'Renamed' });
    expect((await partner.information(account)).name).toBe('Renamed');
    await partner.result('updateaccount', { accountId: account, Locale: 'de' });
    expect((await partner.information(account)).name).toBe('Renamed');
    expect(await storedAccount(account)).toMatchObject({ country_code: 'ES', locale: 'de' });
    expect(await memberTypes(account)).toEqual([1]);
  });

  // I2.5-03, I2.6-03, I4.5-18, I4.5-38
  it.each([
    ['an emoji', 'Zoë 👩‍👩‍👧‍👦🏳️‍🌈'],
    ['combining marks', 'Zoe\u0308 A\u030a'],
    ['right-to-left', 'משפחת לוי'],
    ['Arabic with a zero-width joiner', 'عائلة\u200dعلي'],
    ['Han', '山田の家族'],
    ['a character beyond the first plane', '𠮷野家'],
    ['255 characters beyond the first plane', '𠮷'.repeat(255)],
    ['markup and quotes', `<b>O'Neil</b> & "sons" \\ %s; -- {{x}}`],
    ['inner spaces', 'The  Ls'],
  ])('names with %s come back as they were given', async (_what, name) => {
    const renamed = `${[...name].slice(0, 8).join('')}!`;
    const familyId = await partner.family({ FamilyName: name });
    const account = await partner.account(familyId, { UserName: name });
    expect(await partner.information(account)).toMatchObject({ name, families: [{ familyName: name }] });
    await partner.result('updatefamily', { familyId, FamilyName: renamed });
    await partner.result('updateaccount', { accountId: account, UserName: renamed });
    expect(await partner.information(account)).toMatchObject({
      name: renamed,
      families: [{ familyName: renamed }],
    });
  });
});
