import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CallError } from '../errors/call-error.js';
import { normalizeName, Parameters } from './parameters.js';

function given(...pairs: [name: string, value: string, isInQuery?: boolean][]): Parameters {
  const parameters = new Parameters();
  for (const [name, value, isInQuery = false] of pairs) parameters.add(name, value, isInQuery);
  return parameters;
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (cause) {
    if (cause instanceof CallError && cause.definition.name === 'FizApiInvalidParameterException')
      return cause.message;
    throw cause;
  }
  throw new Error('nothing was refused');
}

describe('names of parameters (§4.1, D4)', () => {
  it.each([
    ['identifier', 'identifier'],
    ['Identifier', 'identifier'],
    ['a01identifier', 'identifier'],
    ['A01Identifier', 'identifier'],
    ['a01_identifier', 'identifier'],
    ['client_id', 'clientid'],
    ['clientId', 'clientid'],
    ['CLIENT_ID', 'clientid'],
    ['_c_l_i_e_n_t_i_d_', 'clientid'],
    ['Premium_Type', 'premiumtype'],
    ['a01a01x', 'a01x'],
    ['a02identifier', 'a02identifier'],
    ['xa01', 'xa01'],
    ['', ''],
    ['a01', ''],
  ])('fold %j to %j', (name, expected) => {
    expect(normalizeName(name)).toBe(expected);
  });

  it('find a value however they are written', () => {
    const spelling = fc.constantFrom('', 'a01', 'A01').chain((prefix) =>
      fc
        .array(fc.tuple(fc.boolean(), fc.constantFrom('', '_')), { minLength: 8, maxLength: 8 })
        .map((letters) => {
          const body = letters.map(([isUpper, tail], i) => {
            const letter = 'deviceid'[i];
            return (isUpper ? letter.toUpperCase() : letter) + tail;
          });
          return prefix + body.join('');
        }),
    );
    fc.assert(fc.property(spelling, (name) => expect(given([name, 'x']).get(['deviceid'])).toBe('x')));
  });
});

describe('parameters of a request (D3)', () => {
  it('are undefined where nothing was given, and empty where nothing stands', () => {
    expect(given().get(['x'])).toBeUndefined();
    expect(given(['x', '']).get(['x'])).toBe('');
  });

  it('are found under an alias', () => {
    expect(given(['phone', '1']).get(['msisdn', 'phone'])).toBe('1');
  });

  it('may be given twice with the same value', () => {
    const parameters = given(['x', '1', true], ['a01X', '1'], ['_x', '1']);
    expect(() => parameters.requireUnambiguous()).not.toThrow();
    expect(parameters.get(['x'])).toBe('1');
  });

  it('count as left out where they have no value, also beside one that has', () => {
    const parameters = given(
      ['x', '', true],
      ['x', '1'],
      ['y', '1'],
      ['Y', ''],
      ['phone', ''],
      ['msisdn', '2'],
    );
    expect(() => parameters.requireUnambiguous()).not.toThrow();
    expect([parameters.get(['x']), parameters.get(['y'])]).toEqual(['1', '1']);
    expect(parameters.get(['msisdn', 'phone'])).toBe('2');
  });

  it('are refused when given twice with different values, each of them named in one answer', () => {
    const parameters = given(['x', '1', true], ['y', '1'], ['z', '1'], ['X', '2'], ['y', '2']);
    const message = messageOf(() => parameters.requireUnambiguous());
    expect(message).toBe('Given twice with different values: X, y.');
  });

  it('are refused when two aliases hold different values, and taken when they hold the same', () => {
    expect(messageOf(() => given(['msisdn', '1'], ['phone', '2']).get(['msisdn', 'phone']))).toContain(
      'phone',
    );
    expect(given(['msisdn', '1'], ['phone', '1']).get(['msisdn', 'phone'])).toBe('1');
  });

  it('never repeat a value in a refusal (D8)', () => {
    const parameters = given(['password', 'secret-1'], ['password', 'secret-2']);
    expect(messageOf(() => parameters.requireUnambiguous())).not.toMatch(/secret-/);
  });

  it.each([
    ['in the query', [['x', '1', true]], true],
    ['in the body', [['x', '1', false]], false],
    [
      'in the query first and in the body too',
      [
        ['x', '1', true],
        ['x', '1', false],
      ],
      true,
    ],
    [
      'in the body first and in the query too',
      [
        ['x', '1', false],
        ['x', '1', true],
      ],
      true,
    ],
    ['under an alias in the query', [['y', '1', true]], true],
    ['under another name in the query', [['z', '1', true]], false],
  ] as [string, [string, string, boolean][], boolean][])(
    'know whether one stood %s (D68)',
    (_where, pairs, isInQuery) => {
      expect(given(...pairs).isInQuery(['x', 'y'])).toBe(isInQuery);
    },
  );

  it('take names that JavaScript objects know', () => {
    const parameters = given(['__proto__', '1'], ['constructor', '2'], ['toString', '3']);
    expect(parameters.get(['proto'])).toBe('1');
    expect(parameters.get(['constructor'])).toBe('2');
    expect(parameters.get(['tostring'])).toBe('3');
    expect(given().get(['constructor'])).toBeUndefined();
  });
});
