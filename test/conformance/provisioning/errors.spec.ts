import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { census } from '../../support/census.js';
import { openApi } from '../../support/openapi-document.js';
import { NO_SUCH, Partner, type Fields } from '../../support/partner.js';
import { ERRORS, expectError } from '../../support/provisioning-errors.js';
import { startApp, type TestServer } from '../../support/start-app.js';

/** A family with a founder and a member, another with a founder, and one without members. */
interface World {
  readonly family: string;
  readonly founder: string;
  readonly member: string;
  readonly other: string;
  readonly otherFounder: string;
  readonly empty: string;
  readonly taken: string;
}
type Row = [operation: string, error: keyof typeof ERRORS, when: string, fields: (world: World) => Fields];

const newcomer = (type = 'Email', identifier = 'newcomer@partner.example'): Fields => ({
  Type: type,
  Identifier: identifier,
  UserName: 'Noa',
  UserCountryCode: 'DE',
});
const identifier = (type: string, value: string): Fields => ({ Type: type, Identifier: value });

const ROWS: Row[] = [
  // I7.2-04
  ['search', 'identifierUnknown', 'nobody has the email', () => ({ email: 'nobody@partner.example' })],
  ['search', 'identifierUnknown', 'nobody has the MSISDN', () => ({ MSISDN: '4915199999999' })],
  ['search', 'identifierUnknown', 'nobody has the login', () => ({ login: 'nobody' })],
  ['search', 'identifierUnknown', 'nobody has the identifier', () => ({ identifier: 'nobody' })],
  ['search', 'identifierUnknown', 'the email is none', () => ({ email: 'not an email' })],
  ['search', 'identifierUnknown', 'the MSISDN is none', () => ({ MSISDN: 'abc' })],

  // I7.2-06
  ['updatefamily', 'familyIdDoesNotExist', 'unknown', () => ({ familyId: NO_SUCH, FamilyName: 'X' })],
  ['updatefamily', 'familyIdDoesNotExist', 'unknown, nothing to change', () => ({ familyId: NO_SUCH })],
  // I7.2-07
  ['deletefamily', 'familyIdDoesNotExist', 'unknown', () => ({ familyId: NO_SUCH })],
  // I7.2-08
  ['createaccount', 'familyIdDoesNotExist', 'unknown', () => ({ familyId: NO_SUCH, ...newcomer() })],
  // I7.2-09
  [
    'updateaccount',
    'familyIdDoesNotExist',
    'unknown',
    ({ member }) => ({ accountId: member, familyId: NO_SUCH, AccountType: '1' }),
  ],
  // I7.2-10
  [
    'addaccount2family',
    'familyIdDoesNotExist',
    'unknown',
    ({ member }) => ({ accountId: member, familyId: NO_SUCH }),
  ],
  // I7.2-11
  [
    'removeaccount2family',
    'familyIdDoesNotExist',
    'unknown',
    ({ member }) => ({ accountId: member, familyId: NO_SUCH }),
  ],
  // I7.2-12
  [
    'deleteaccount',
    'familyIdDoesNotExist',
    'unknown',
    ({ member }) => ({ accountId: member, familyId: NO_SUCH }),
  ],
  // I7.2-13
  [
    'getaccount',
    'familyIdDoesNotExist',
    'unknown',
    ({ member }) => ({ accountId: member, familyId: NO_SUCH }),
  ],

  // I7.2-14
  ['deletefamily', 'familyNotEmpty', 'it has members', ({ family }) => ({ familyId: family })],
  ['deletefamily', 'familyNotEmpty', 'only its founder is left', ({ other }) => ({ familyId: other })],

  // I7.2-15
  [
    'createaccount',
    'accountAlreadyExists',
    'another has the e-mail',
    ({ family, taken }) => ({ familyId: family, ...newcomer('Email', taken) }),
  ],
  [
    'createaccount',
    'accountAlreadyExists',
    'another has the e-mail, in other case',
    ({ family, taken }) => ({ familyId: family, ...newcomer('Email', taken.toUpperCase()) }),
  ],
  // I7.2-16
  [
    'updateaccount',
    'accountAlreadyExists',
    'another has the e-mail',
    ({ founder, taken }) => ({ accountId: founder, ...identifier('Email', taken) }),
  ],

  // I7.2-17
  [
    'createaccount',
    'founderAlreadyExists',
    'AccountType 2',
    ({ family }) => ({ familyId: family, ...newcomer(), AccountType: '2' }),
  ],
  [
    'createaccount',
    'founderAlreadyExists',
    'AccountType 3',
    ({ family }) => ({ familyId: family, ...newcomer(), AccountType: '3' }),
  ],
  // I7.2-18
  [
    'updateaccount',
    'founderAlreadyExists',
    'AccountType 2',
    ({ member }) => ({ accountId: member, AccountType: '2' }),
  ],
  [
    'updateaccount',
    'founderAlreadyExists',
    'AccountType 3',
    ({ member }) => ({ accountId: member, AccountType: '3' }),
  ],
  // I7.2-19
  [
    'addaccount2family',
    'founderAlreadyExists',
    'AccountType 2',
    ({ otherFounder, family }) => ({ accountId: otherFounder, familyId: family, AccountType: '2' }),
  ],
  [
    'addaccount2family',
    'founderAlreadyExists',
    'AccountType 3',
    ({ otherFounder, family }) => ({ accountId: otherFounder, familyId: family, AccountType: '3' }),
  ],
  // I7.2-20
  [
    'removeaccount2family',
    'founderAlreadyExists',
    'the founder leaves others behind (D17)',
    ({ founder, family }) => ({ accountId: founder, familyId: family }),
  ],

  ...['createaccount', 'updateaccount'].flatMap((operation): Row[] => {
    const fields =
      (type: string, value: string) =>
      ({ family, member }: World): Fields =>
        operation === 'createaccount'
          ? { familyId: family, ...newcomer(type, value) }
          : { accountId: member, ...identifier(type, value) };
    return [
      // I7.2-21, I7.2-22
      [operation, 'identifierInvalid', 'a login of 256 characters', fields('login', 'a'.repeat(256))],
      [operation, 'identifierInvalid', 'a login of a space', fields('login', ' ')],
      [operation, 'identifierInvalid', 'a login that is a phone number', fields('login', '4915112345600')],
      // I2.2-10
      [operation, 'identifierInvalid', 'a login with @', fields('login', 'lou@home')],
      // I2.2-02, I7.2-23, I7.2-24
      [operation, 'emailInvalid', 'no @', fields('Email', 'lou.partner.example')],
      [operation, 'emailInvalid', 'no domain', fields('Email', 'lou@')],
      [operation, 'emailInvalid', 'a space inside', fields('Email', 'lo u@partner.example')],
      [operation, 'emailInvalid', 'a line break', fields('Email', 'lou@partner.example\r\nBcc: x@y.example')],
      [operation, 'emailInvalid', 'two addresses', fields('Email', 'a@partner.example,b@partner.example')],
      [operation, 'emailInvalid', 'a phone number', fields('Email', '+4915112345699')],
      // I2.2-03, I7.2-25, I7.2-26
      [operation, 'msisdnInvalid', 'letters', fields('phone', 'call me')],
      [operation, 'msisdnInvalid', 'too short', fields('phone', '+49151')],
      [operation, 'msisdnInvalid', 'too long', fields('Msisdn', '+4915112345678901234')],
      [operation, 'msisdnInvalid', 'an e-mail address', fields('phone', 'lou@partner.example')],
      [operation, 'msisdnInvalid', 'no such country', fields('phone', '+999151123456')],
    ];
  }),

  // I7.2-27, I7.2-28, I7.2-29
  ...['deleteaccount', 'getaccount', 'updateaccount'].map((operation): Row => {
    return [operation, 'accountDoesNotExist', 'unknown', () => ({ accountId: NO_SUCH })];
  }),
  // I7.2-29
  ...['addaccount2family', 'removeaccount2family'].map((operation): Row => {
    const fields = ({ family }: World) => ({ accountId: NO_SUCH, familyId: family });
    return [operation, 'accountDoesNotExist', 'unknown', fields];
  }),
];

describe('the errors of provisioning (§7.2, D8, D9)', () => {
  let server: TestServer;
  let partner: Partner;
  let world: World;
  beforeAll(async () => {
    server = await startApp();
    partner = new Partner(server);
    const [family, other, empty] = [await partner.family(), await partner.family(), await partner.family()];
    const taken = partner.email();
    world = {
      family,
      other,
      empty,
      taken,
      founder: await partner.account(family, { AccountType: '2' }),
      member: await partner.account(family, { Identifier: taken }),
      otherFounder: await partner.account(other, { AccountType: '2' }),
    };
  });
  afterAll(() => server.close());

  // I7.2-01, I7.2-02, I7.2-03, I4.5-73, I4.5-74
  it.each(ROWS)('%s: %s, %s', async (operation, error, _when, fields) => {
    const before = await census(server);
    expectError(await partner.call(operation, fields(world)), ERRORS[error], `prov${operation}`);
    expect(await census(server)).toEqual(before);
  });

  it('every operation that §7.2 lists for an error has a row here', () => {
    const listed: Partial<Record<keyof typeof ERRORS, string[]>> = {
      identifierUnknown: ['search'],
      familyIdDoesNotExist: [
        'updatefamily',
        'deletefamily',
        'createaccount',
        'updateaccount',
        'addaccount2family',
        'removeaccount2family',
        'deleteaccount',
        'getaccount',
      ],
      familyNotEmpty: ['deletefamily'],
      accountAlreadyExists: ['createaccount', 'updateaccount'],
      founderAlreadyExists: ['createaccount', 'updateaccount', 'addaccount2family', 'removeaccount2family'],
      identifierInvalid: ['createaccount', 'updateaccount'],
      emailInvalid: ['createaccount', 'updateaccount'],
      msisdnInvalid: ['createaccount', 'updateaccount'],
      accountDoesNotExist: ['deleteaccount', 'getaccount'],
    };
    for (const [error, operations] of Object.entries(listed)) {
      const tested = ROWS.filter(([, name]) => name === error).map(([operation]) => operation);
      expect(tested).toEqual(expect.arrayContaining(operations));
    }
  });

  it('come through the other binding alike', async () => {
    const path = `/api?a01call=provdeletefamily&a01familyId=${world.family}`;
    const answer = await partner.api.get(path, partner.credentials);
    expectError(answer, ERRORS.familyNotEmpty, 'provdeletefamily');
  });

  // I7.2-30
  it('no error repeats the input (D8)', async () => {
    const secretly = { ...newcomer('Email', 'private-7781@'), familyId: world.family };
    const { body } = await partner.call('createaccount', secretly);
    expect(JSON.stringify(body)).not.toContain('7781');
  });

  it('gives only errors that the OpenAPI document declares', async () => {
    expect(partner.api.undeclared(await openApi(server))).toEqual([]);
  });
});
