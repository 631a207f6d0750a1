import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { rows } from '../../support/database-rows.js';
import { declaredCalls } from '../../support/declared.js';
import { Partner, type Fields } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { picture } from '../../support/pictures.js';
import { startApp, type TestServer } from '../../support/start-app.js';

describe('the spellings of provisioning parameters (§4.5 notes 4 and 7, D4)', () => {
  let server: TestServer;
  let partner: Partner;
  let familyId: string;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
    familyId = await partner.family();
  });
  afterAll(() => server.close());

  const identifiersOf = async (accountId: string) => (await partner.information(accountId)).identifiers;

  // I4.5-68
  it.each<Fields>([
    { type: 'Email', identifier: '(new)', UserName: 'A', countryCode: 'DE' },
    { Type: 'Email', Identifier: '(new)', UserName: 'A', UserCountryCode: 'DE' },
    { TYPE: 'EMAIL', IDENTIFIER: '(new)', USERNAME: 'A', COUNTRYCODE: 'de' },
    { a01type: 'email', a01identifier: '(new)', a01username: 'A', a01country_code: 'DE' },
    { t_y_p_e: 'Email', _identifier: '(new)', user_name: 'A', user_country_code: 'DE', account_type: '0' },
  ])('createaccount as %j', async (spelled) => {
    const email = partner.email();
    const fields = Object.entries(spelled).map(([name, value]) => [name, value === '(new)' ? email : value]);
    const account = await partner.result('createaccount', {
      familyId,
      ...(Object.fromEntries(fields) as Fields),
    });
    expect(await partner.information(account)).toMatchObject({
      name: 'A',
      identifiers: [{ type: 'Email', value: email }],
    });
  });

  // I4.5-67
  it("takes the earlier revision's example of createaccount as it stands (note 4)", async () => {
    const email = partner.email();
    const account = await partner.result('createaccount', {
      FamilyName: 'The Os',
      Validationcode: 'true',
      partnerType: '7',
      sendaccountidentifiervalidationcode: 'true',
      type: 'Email',
      identifier: email,
      UserName: 'Ola',
      countryCode: 'FR',
      AccountType: '3',
    });
    expect(await partner.information(account)).toMatchObject({
      name: 'Ola',
      identifiers: [{ type: 'Email', value: email, validated: 'false' }],
      families: [{ familyName: 'The Os' }],
    });
  });

  it('every call ignores unknown parameters (D4)', async () => {
    const unknown = { partnerType: 'x', sendaccountidentifiervalidationcode: 'x', colour: 'x' };
    for (const { name } of declaredCalls('prov')) {
      const operation = name.slice('prov'.length);
      const { status } = await partner.call(operation, {
        ...(await partner.fieldsOf(operation)),
        ...unknown,
      });
      expect([operation, status]).toEqual([operation, 200]);
    }
  });

  // I4.5-67
  it.each(['true', 'false', 'maybe', '17'])('Validationcode=%s changes nothing', async (value) => {
    const account = await partner.account(familyId, { Validationcode: value });
    expect(await identifiersOf(account)).toMatchObject([{ validated: 'false' }]);
  });

  // I2.7-08, I4.5-36, I4.5-37
  it.each([
    ['Email', 'Email'],
    ['email', 'Email'],
    ['EMAIL', 'Email'],
    ['phone', 'Msisdn'],
    ['Phone', 'Msisdn'],
    ['Msisdn', 'Msisdn'],
    ['MSISDN', 'Msisdn'],
    ['login', 'Login'],
    ['Login', 'Login'],
  ])('the Type %s is stored as %s (D19)', async (type, stored) => {
    const suffix = `${type}${type === type.toLowerCase() ? '-l' : '-u'}`;
    const value = {
      Email: partner.email(),
      Msisdn: `+49151234567${String(10 + ['phone', 'Phone', 'Msisdn', 'MSISDN'].indexOf(type))}`,
      Login: `login-${suffix}-${type === 'Login' ? 1 : 2}`,
    }[stored];
    const account = await partner.account(familyId, { Type: type, Identifier: value as string });
    expect(await identifiersOf(account)).toMatchObject([{ type: stored, value }]);
    const other = await partner.account(familyId);
    const more = { Email: partner.email(), Msisdn: `${value}9`.slice(0, 14), Login: `${value}-more` }[stored];
    const given = {
      accountId: other,
      Type: type,
      Identifier: stored === 'Msisdn' ? more?.replace('+49151', '+49160') : more,
    };
    await partner.result('updateaccount', given as Fields);
    expect((await identifiersOf(other)).map((one) => one.type)).toEqual(['Email', stored]);
  });

  it.each(['MSISDN', 'msisdn', 'phone', 'PHONE', 'M_S_I_S_D_N'])(
    'search knows MSISDN as %s (D4)',
    async (name) => {
      const msisdn = `+4916012345${String(10 + name.length)}${name === name.toUpperCase() ? 1 : 2}`;
      const account = await partner.account(familyId, { Type: 'phone', Identifier: msisdn });
      expect(await partner.result('search', { [name]: msisdn })).toBe(account);
    },
  );

  it('two spellings of one parameter with different values are refused (D3)', async () => {
    const fields = { ...partner.newAccount(), familyId, countryCode: 'FR' };
    expectError(await partner.call('createaccount', fields), ERRORS.invalidParameter, 'provcreateaccount');
    const same = { ...partner.newAccount(), familyId, countryCode: 'DE', identifier: '' };
    const { Identifier, ...others } = same;
    expect((await partner.call('createaccount', { ...others, identifier: Identifier })).status).toBe(200);
  });

  // I4.5-06
  it.each(['FamilyImage', 'familyimage', 'Family Image', 'family image', 'Family_Image', 'a01FamilyImage'])(
    'the picture is the part %j (§4.5, D27)',
    async (part) => {
      const upload = { content: await picture('png'), part };
      const { status, body } = await partner.upload('createfamily', { FamilyName: 'Pic' }, upload);
      expect(status).toBe(200);
      const sql = 'SELECT picture_key AS key FROM family WHERE id = $1';
      const [{ key }] = await rows<{ key: string | null }>(server, sql, [body.a01.r.r]);
      expect(key).not.toBeNull();
    },
  );

  it('refuses a picture under both of its names (D3)', async () => {
    const form = new FormData();
    const blob = new Blob([Uint8Array.from(await picture('png'))]);
    const other = new Blob([Uint8Array.from(await picture('jpeg'))]);
    form.set('FamilyName', 'X');
    form.append('FamilyImage', blob, 'a.png');
    form.append('FamilyImage', other, 'b.jpg');
    const answer = await partner.api.send('POST', '/api/prov/createfamily', partner.credentials, form);
    expectError(answer, ERRORS.invalidParameter, 'provcreatefamily');
  });
});
