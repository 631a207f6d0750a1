import { describe, expect, it } from '@jest/globals';
import { CallError } from '../errors/call-error.js';
import { argsOf, bindArgs, ChoiceArg, LongArg, secretsInQuery, TextArg } from './args.js';
import type { Long } from './long.js';
import { Parameters } from './parameters.js';

class BaseArgs {
  @LongArg('familyId', { description: 'The family.' })
  familyId!: Long;
}

class TestArgs extends BaseArgs {
  @TextArg('UserName', { min: 2, max: 5, description: 'First name.' })
  userName!: string;

  @ChoiceArg('Type', ['Email', 'phone', 'login'], { description: 'Kind.', aliases: ['kind_of'] })
  type!: string;

  @TextArg('MSISDN', { optional: true, aliases: ['phone'], description: 'Phone number.' })
  msisdn?: string;

  @TextArg('code', {
    optional: true,
    secret: true,
    description: 'A secret.',
    rule: (text) => (/^\d+$/.test(text) ? null : 'must be digits'),
  })
  code?: string;
}

const VALID = { familyId: '12', UserName: 'Anna', Type: 'Email' };

function bind(values: Record<string, string>, isInQuery = false): TestArgs {
  const parameters = new Parameters();
  for (const [name, value] of Object.entries(values)) parameters.add(name, value, isInQuery);
  return bindArgs(TestArgs, parameters) as TestArgs;
}

function refusalOf(values: Record<string, string>): CallError {
  try {
    bind(values);
  } catch (cause) {
    if (cause instanceof CallError) return cause;
    throw cause;
  }
  throw new Error('nothing was refused');
}

describe('arguments of a call (D4, D10)', () => {
  it('are taken by their wire names into the names of the domain', () => {
    const args = bind({ ...VALID, MSISDN: '+49', code: '7' });
    expect(args).toBeInstanceOf(TestArgs);
    expect({ ...args }).toEqual({
      familyId: '12',
      userName: 'Anna',
      type: 'Email',
      msisdn: '+49',
      code: '7',
    });
  });

  it('leave out what is optional and was not given', () => {
    expect(Object.keys(bind(VALID)).sort()).toEqual(['familyId', 'type', 'userName']);
  });

  it.each([
    ['in another case', { FAMILYID: '12', username: 'Anna', tYPE: 'Email' }],
    ['with underscores', { family_Id: '12', User_Name: 'Anna', _Type: 'Email' }],
    ['with the prefix a01', { a01familyId: '12', a01UserName: 'Anna', a01Type: 'Email' }],
    ['by an alias', { familyId: '12', UserName: 'Anna', kindOf: 'Email' }],
  ])('are known %s (D4)', (_how, values) => {
    expect({ ...bind(values as unknown as Record<string, string>) }).toEqual({
      familyId: '12',
      userName: 'Anna',
      type: 'Email',
    });
  });

  it.each([
    ['email', 'Email'],
    ['EMAIL', 'Email'],
    ['Phone', 'phone'],
    ['LOGIN', 'login'],
  ])('take the choice %s as %s (D19)', (given, expected) => {
    expect(bind({ ...VALID, Type: given }).type).toBe(expected);
  });

  it.each([
    ['0', '0'],
    ['1', '1'],
    ['9223372036854775807', '9223372036854775807'],
    ['0000000000000000001', '1'],
  ])('take %s as the Long %s', (familyId, canonical) => {
    expect(bind({ ...VALID, familyId }).familyId).toBe(canonical);
  });

  it.each([
    '9223372036854775808',
    '99999999999999999999',
    '-1',
    '+1',
    '1.0',
    '1e3',
    '0x1',
    ' 1',
    '1 ',
    '１',
    'x',
  ])('refuse %j as a Long', (familyId) => {
    expect(refusalOf({ ...VALID, familyId }).message).toBe('familyId must be a whole number in digits.');
  });

  it.each([
    ['A', false],
    ['Al', true],
    ['Alice', true],
    ['Alicia', false],
    ['👪👪👪👪👪', true],
    ['👪', false],
  ])('count characters, not bytes or code units: %s of 2 to 5 is taken: %p', (UserName, isTaken) => {
    if (isTaken) expect(bind({ ...VALID, UserName }).userName).toBe(UserName);
    else expect(refusalOf({ ...VALID, UserName }).message).toBe('UserName must have 2 to 5 characters.');
  });

  it.each([
    ['a missing one', { UserName: 'Anna', Type: 'Email' }, 'familyId is required.'],
    ['an empty one', { ...VALID, familyId: '' }, 'familyId is required.'],
    ['a wrong choice', { ...VALID, Type: 'fax' }, 'Type must be one of Email, phone, login.'],
    ['a wrong pattern', { ...VALID, code: 'x' }, 'code must be digits.'],
  ])('are refused with %s, named as the interface writes it (D10)', (_what, values, message) => {
    const refusal = refusalOf(values);
    expect(refusal.message).toBe(message);
    expect(refusal.definition).toMatchObject({
      name: 'FizApiInvalidParameterException',
      type: 'Ex',
      value: 400,
      status: 400,
    });
  });

  it('name every offending parameter, and why, in one answer (D10)', () => {
    const problems = refusalOf({ Type: 'fax', UserName: 'x', code: 'y' })
      .message.replace(/\.$/, '')
      .split('; ');
    expect(problems.sort()).toEqual([
      'Type must be one of Email, phone, login',
      'UserName must have 2 to 5 characters',
      'code must be digits',
      'familyId is required',
    ]);
  });

  it('never repeat a value in a refusal (D8)', () => {
    const values = { familyId: 'v-1', UserName: 'v-222', Type: 'v-3', code: 'v-4' };
    expect(refusalOf(values).message).not.toMatch(/v-\d/);
  });

  it('ignore unknown and retired parameters (D4)', () => {
    expect(Object.keys(bind({ ...VALID, partnerType: '1', colour: 'red' }))).toHaveLength(3);
  });

  it('are described with aliases, whether required and secret', () => {
    expect(
      argsOf(TestArgs).map(({ wireName, aliases, isRequired, isSecret }) => [
        wireName,
        aliases,
        isRequired,
        isSecret,
      ]),
    ).toEqual([
      ['familyId', [], true, false],
      ['UserName', [], true, false],
      ['Type', ['kind_of'], true, false],
      ['MSISDN', ['phone'], false, false],
      ['code', [], false, true],
    ]);
  });

  it('tell which secrets stood in the query (D68)', () => {
    const parameters = new Parameters();
    parameters.add('a01CODE', '1', true);
    parameters.add('UserName', 'Anna', true);
    expect(secretsInQuery(TestArgs, parameters)).toEqual(['code']);
    expect(secretsInQuery(null, parameters)).toEqual([]);
  });
});
