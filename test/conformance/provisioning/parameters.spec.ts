import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { census } from '../../support/census.js';
import { declaredCalls } from '../../support/declared.js';
import { Partner, type Fields } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

const SERVICES = ['Calendar', 'Location', 'Autotracking', 'Message', 'Photo', 'Video', 'Audio', 'Task'].map(
  (name) => `${name}_Service`,
);

/** The required parameters of each operation; createaccount also accepts FamilyName for familyId (D18). */
const REQUIRED: [operation: string, parameters: string[]][] = [
  // I4.5-18
  ['createfamily', ['FamilyName']],
  // I4.5-25
  ['updatefamily', ['familyId']],
  // I4.5-32
  ['deletefamily', ['familyId']],
  // I4.5-34, I4.5-36, I4.5-37, I4.5-38, I4.5-39
  ['createaccount', ['familyId', 'Type', 'Identifier', 'UserName', 'UserCountryCode']],
  // I4.5-44
  ['updateaccount', ['accountId']],
  // I4.5-53, I4.5-54
  ['addaccount2family', ['accountId', 'familyId']],
  // I4.5-57, I4.5-58
  ['removeaccount2family', ['accountId', 'familyId']],
  // I4.5-60
  ['deleteaccount', ['accountId']],
  // I4.5-62
  ['getaccount', ['accountId']],
];

const NOT_LONGS = ['abc', '-1', '1.5', '1e3', '0x1f', ' ', '9223372036854775808', '12345678901234567890'];
const NOT_TYPES = ['4', '-1', '02', '1.0', 'member', 'founder'];
const NOT_COUNTRIES = ['D', 'DEU', 'XX', 'UK', '49', '--', 'D E'];
const NOT_LOCALES = ['d', 'deu', 'xx', 'xx-DE', 'de-', 'de DE', '12', '_e', `de-${'x'.repeat(9)}`];
const NOT_NAMES = [
  ' ',
  '\t',
  'a\u0007b',
  'a\nb',
  'a\r\nBcc: x@y.example',
  'a\u007fb',
  'a\u0085b',
  'x'.repeat(256),
];

type Malformed = [operation: string, parameter: string, values: string[]];
const MALFORMED: Malformed[] = [
  ...['createfamily', 'updatefamily'].flatMap((operation): Malformed[] => [
    // I4.5-18
    [operation, 'FamilyName', NOT_NAMES],
    // I2.7-02
    [operation, 'Premium_Type', ['3', '-1', '1.0', 'Free', 'Premium_Plus']],
    // I4.5-22
    ...SERVICES.map((service): Malformed => [operation, service, ['yes', '2', 'on', 'null']]),
  ]),
  ...['updatefamily', 'deletefamily', 'createaccount', 'updateaccount', 'addaccount2family'].map(
    (operation): Malformed => [operation, 'familyId', NOT_LONGS],
  ),
  ...['removeaccount2family', 'deleteaccount', 'getaccount'].map((operation): Malformed => [
    operation,
    'familyId',
    NOT_LONGS,
  ]),
  ...['updateaccount', 'addaccount2family', 'removeaccount2family', 'deleteaccount', 'getaccount'].map(
    (operation): Malformed => [operation, 'accountId', NOT_LONGS],
  ),
  ...['createaccount', 'updateaccount'].flatMap((operation): Malformed[] => [
    // I2.2-12, I2.7-09
    [operation, 'Type', ['ExternalId', 'AccessToken', 'SOMETHING_ELSE', 'mail', 'e-mail']],
    [operation, 'Identifier', ['x'.repeat(321)]],
    [operation, 'UserName', NOT_NAMES],
    // I4.5-39, I8-06
    [operation, 'UserCountryCode', NOT_COUNTRIES],
    // I2.7-05
    [operation, 'AccountType', NOT_TYPES],
    // I4.5-41, I8-07
    [operation, 'Locale', NOT_LOCALES],
  ]),
  ['createaccount', 'FamilyName', NOT_NAMES],
  ['addaccount2family', 'AccountType', NOT_TYPES],
  ...['listaccounts', 'listfamilies'].flatMap((operation): Malformed[] => [
    [operation, 'after', NOT_LONGS],
    [operation, 'limit', [...NOT_LONGS, '0', '101']],
  ]),
  ['search', 'email', ['x'.repeat(321)]],
  ['search', 'login', ['x'.repeat(321)]],
  ['search', 'identifier', ['x'.repeat(321)]],
  ['search', 'externalId', ['x'.repeat(256)]],
  ['search', 'UserCountryCode', NOT_COUNTRIES],
];

/** A call without a row above has nothing malformed, and would fail below. */
const OPERATIONS = declaredCalls('prov').map(({ name }) => name.slice('prov'.length));

describe('missing and malformed parameters of provisioning (D10)', () => {
  let server: TestServer;
  let partner: Partner;
  let familyId: string;
  let accountId: string;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
    familyId = await partner.family();
    accountId = await partner.account(familyId);
  });
  afterAll(() => server.close());

  /** Fields with which the operation succeeds. */
  const valid = (operation: string): Fields => {
    if (operation === 'search' || operation.startsWith('list')) return {};
    if (operation === 'createfamily') return { FamilyName: 'The Ns' };
    if (operation === 'updatefamily' || operation === 'deletefamily') return { familyId };
    if (operation === 'createaccount') return { familyId, ...partner.newAccount() };
    if (operation.endsWith('2family')) return { accountId, familyId };
    return { accountId };
  };

  /** The refusal's message; nothing may have changed. */
  const refusal = async (operation: string, fields: Fields): Promise<string> => {
    const before = await census(server);
    const answer = await partner.call(operation, fields);
    expectError(answer, ERRORS.invalidParameter, `prov${operation}`);
    expect(await census(server)).toEqual(before);
    return answer.body.a01.ex.message;
  };

  // I4.5-08
  it.each(REQUIRED.flatMap(([operation, names]) => names.map((name) => [operation, name])))(
    '%s without %s',
    async (operation, name) => {
      const others = Object.entries(valid(operation)).filter(([given]) => given !== name);
      expect(await refusal(operation, Object.fromEntries(others))).toContain(`${name} `);
    },
  );

  // I4.5-08
  it.each(REQUIRED.flatMap(([operation, names]) => names.map((name) => [operation, name])))(
    '%s treats an empty %s as omitted',
    async (operation, name) => {
      expect(await refusal(operation, { ...valid(operation), [name]: '' })).toContain(`${name} `);
    },
  );

  it.each(REQUIRED)('%s without any parameter names them all: %j', async (operation, names) => {
    const message = await refusal(operation, {});
    for (const name of names) expect(message).toContain(name);
  });

  // I4.5-08, I4.5-25, I4.5-32, I4.5-44, I4.5-54, I4.5-57, I4.5-58, I4.5-60, I4.5-62
  it.each(MALFORMED)('%s with a malformed %s: %j', async (operation, name, values) => {
    for (const value of values) {
      const message = await refusal(operation, { ...valid(operation), [name]: value });
      expect([value, message]).toEqual([value, expect.stringContaining(`${name} `)]);
    }
  });

  it.each(OPERATIONS.filter((operation) => operation !== 'search'))(
    '%s with everything malformed names it all in one answer',
    async (operation) => {
      const wrong = MALFORMED.filter(([of]) => of === operation).map(([, name, [value]]) => [name, value]);
      const message = await refusal(operation, Object.fromEntries(wrong) as Fields);
      for (const [name] of wrong) if (name !== 'Identifier') expect(message).toContain(`${name} `);
    },
  );

  it('createaccount names what is missing beside what is malformed in one answer', async () => {
    const message = await refusal('createaccount', { familyId: 'x', Type: 'Email', Locale: 'english' });
    for (const name of ['familyId', 'Identifier', 'UserName', 'UserCountryCode', 'Locale'])
      expect(message).toContain(`${name} `);
  });

  it('updateaccount names a Type without Identifier beside a malformed Locale in one answer', async () => {
    const message = await refusal('updateaccount', { accountId, Type: 'Email', Locale: 'english' });
    expect(message).toContain('Identifier');
    expect(message).toContain('Locale');
  });

  // I4.5-50
  it.each<Fields>([{ Type: 'Email' }, { Identifier: 'lou@home.example' }])(
    'updateaccount with only %j: Type and Identifier belong together (D23)',
    async (fields) => {
      const message = await refusal('updateaccount', { accountId, ...fields });
      expect(message).toContain('Type');
      expect(message).toContain('Identifier');
    },
  );

  // I4.5-15
  it.each<[what: string, fields: Fields]>([
    ['none', {}],
    ['an empty one', { email: '' }],
    ['email and login', { email: 'a@b.example', login: 'abc' }],
    ['MSISDN and identifier', { MSISDN: '+4915112345678', identifier: 'abc' }],
    ['all four', { email: 'a@b.example', login: 'abc', MSISDN: '+4915112345678', identifier: 'abc' }],
  ])('search takes exactly one of its parameters, not %s (D22)', async (_what, fields) => {
    const message = await refusal('search', fields);
    for (const name of ['email', 'MSISDN', 'login', 'identifier']) expect(message).toContain(name);
  });

  // I4.5-06
  it.each(['42', 'founder'])('refuses a FamilyImage that is the text %j, naming it (D27)', async (text) => {
    const message = await refusal('createfamily', { FamilyName: 'X', FamilyImage: text });
    expect(message).toMatch(/^FamilyImage must be sent as a file/);
    expect(await refusal('updatefamily', { familyId, FamilyImage: text })).toContain('FamilyImage');
  });

  it('refuses a FamilyImage that is a text part of a multipart body too (D27)', async () => {
    const form = new FormData();
    form.set('FamilyName', 'X');
    form.set('FamilyImage', 'iVBORw0KGgo=');
    const answer = await partner.api.send('POST', '/api/prov/createfamily', partner.credentials, form);
    expectError(answer, ERRORS.invalidParameter, 'provcreatefamily');
  });

  it('names a picture together with the other wrong parameters', async () => {
    const message = await refusal('createfamily', { FamilyImage: 'x', Premium_Type: '9' });
    for (const name of ['FamilyName', 'FamilyImage', 'Premium_Type']) expect(message).toContain(`${name} `);
  });
});
