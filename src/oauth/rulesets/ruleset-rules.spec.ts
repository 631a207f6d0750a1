import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PASSKEY_ACR, TWO_FACTORS_ACR } from '../../identity/sessions/acr.js';
import { compileRuleset, decidingRule, isAllowedBy, problemWithRule } from './ruleset-rules.js';
import { SHIPPED_RULESETS } from './shipped-rulesets.js';

const allows = (patterns: string[], name: string): boolean => compileRuleset('R', patterns).allows(name);

describe('rules of a ruleset (D35)', () => {
  it.each([
    ['nothing', [], 'provsearch', false],
    ['its name', ['provsearch'], 'provsearch', true],
    ['another name', ['provsearch'], 'provsearchx', false],
    ['the start of it without *', ['prov'], 'provsearch', false],
    ['a prefix', ['prov*'], 'provsearch', true],
    ['a prefix that is the whole name', ['provsearch*'], 'provsearch', true],
    ['another prefix', ['acc*'], 'provsearch', false],
    ['everything', ['*'], 'provsearch', true],
    ['a name that was taken away later', ['prov*', '!provsearch'], 'provsearch', false],
    ['a name that was taken away earlier', ['!provsearch', 'prov*'], 'provsearch', true],
    ['a prefix that was taken away', ['*', '!prov*'], 'provsearch', false],
    ['a name given back', ['*', '!prov*', 'provsearch'], 'provsearch', true],
    ['everything taken away', ['provsearch', '!*'], 'provsearch', false],
    ['nothing but what is taken away', ['!provdeleteaccount'], 'provsearch', false],
    ['a pattern in another case', ['PROV*'], 'provsearch', false],
  ])('judge by the last that matches: %s', (_what, patterns, name, expected) => {
    expect(allows(patterns, name)).toBe(expected);
  });

  it('give the same verdict each time', () => {
    const ruleset = compileRuleset('R', ['prov*', '!provsearch']);
    const verdicts = ['provsearch', 'provcreate', 'provsearch', 'provcreate'].map((name) =>
      ruleset.allows(name),
    );
    expect(verdicts).toEqual([false, true, false, true]);
    expect(ruleset.name).toBe('R');
  });

  const name = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
  const pattern = fc
    .tuple(fc.constantFrom('', '!'), name, fc.constantFrom('', '*'))
    .map((parts) => parts.join(''));

  it('let a later pattern equal to the name decide, whatever stands before', () => {
    fc.assert(
      fc.property(fc.array(pattern), name, fc.boolean(), (before, call, isAllowed) => {
        expect(allows([...before, isAllowed ? call : `!${call}`], call)).toBe(isAllowed);
      }),
    );
  });

  it('allow nothing without a pattern that gives', () => {
    const taking = pattern.map((text) => (text.startsWith('!') ? text : `!${text}`));
    fc.assert(
      fc.property(fc.array(taking), name, (patterns, call) => expect(allows(patterns, call)).toBe(false)),
    );
  });

  it('are not changed by a pattern that does not match', () => {
    fc.assert(
      fc.property(fc.array(pattern), name, fc.boolean(), (patterns, call, isTaking) => {
        const other = `${isTaking ? '!' : ''}${call}x`;
        expect(allows([...patterns, other], call)).toBe(allows(patterns, call));
      }),
    );
  });
});

describe('patterns of a ruleset (D35)', () => {
  it.each(['prov*', 'log2in', '!provdeleteaccount', '*', '!*', 'oauth2token', 'a'])('may be %s', (text) => {
    expect(problemWithRule(text)).toBeNull();
  });

  it.each([
    '',
    '!',
    '!!x',
    'prov**',
    '*prov',
    'pr*v',
    'Prov*',
    '2log',
    'prov ',
    ' prov',
    'prov-x',
    'prov\n',
    'é*',
  ])('may not be %j', (text) => {
    expect(problemWithRule(text)).toBe('is not a call name, prefix* or !rule');
  });
});

describe('rules that ask for a sign-in (D252)', () => {
  const MFA = `requires acr ${TWO_FACTORS_ACR}`;
  const PASSKEY = `requires acr ${PASSKEY_ACR}`;
  const strengths = (patterns: string[], name: string) => {
    const ruleset = compileRuleset('R', patterns);
    return [ruleset.allows(name), ruleset.strengthFor(name)];
  };

  it.each([
    ['a prefix', [`admin* ${MFA}`], [true, { acr: TWO_FACTORS_ACR, maxAgeSeconds: null }]],
    [
      'a name and an age',
      [`adminx ${PASSKEY} max_age 300`],
      [true, { acr: PASSKEY_ACR, maxAgeSeconds: 300 }],
    ],
    [
      'the last that matches',
      [`* ${MFA}`, `admin* ${PASSKEY}`],
      [true, { acr: PASSKEY_ACR, maxAgeSeconds: null }],
    ],
    ['one that asks for nothing later', [`admin* ${MFA}`, 'adminx'], [true, null]],
    [
      'one that asks for nothing earlier',
      ['adminx', `admin* ${MFA}`],
      [true, { acr: TWO_FACTORS_ACR, maxAgeSeconds: null }],
    ],
    ['one that takes away later', [`admin* ${MFA}`, '!adminx'], [false, null]],
    ['one of other calls', ['admin*', `acc* ${MFA}`], [true, null]],
  ])('are judged like any other: %s', (_what, patterns, expected) => {
    expect(strengths(patterns, 'adminx')).toEqual(expected);
    const deciding = decidingRule(patterns, 'adminx');
    expect(isAllowedBy(deciding)).toBe(expected[0]);
  });

  it.each<[string, unknown]>([
    [`acc* ${MFA}`, null],
    [`acc* ${MFA} max_age 1`, null],
    [`!acc* ${MFA}`, 'refuses calls, so that it can require nothing'],
    [
      'acc* requires acr silver',
      expect.stringMatching(
        /^requires the unknown sign-in strength "silver"; use one of: urn:oasis:\S+, https:/,
      ),
    ],
    ...[
      'acc* requires',
      'acc* requires acr',
      `acc*  ${MFA}`,
      `acc* ${MFA} max_age`,
      `acc* ${MFA} max_age 0`,
    ].map((rule): [string, unknown] => [
      rule,
      'does not end in "requires acr URI" or "requires acr URI max_age SECONDS"',
    ]),
    [`acc* ${MFA} max_age 9999999999`, expect.stringContaining('does not end in')],
    [`acc* ${MFA} max_age 5\n`, expect.stringContaining('does not end in')],
    ['acc* require', 'is not a call name, prefix* or !rule'],
  ])('%j: %j', (rule, problem) => {
    expect(problemWithRule(rule)).toEqual(problem);
  });
});

describe('shipped rulesets (§2.3, D35)', () => {
  const shipped = (ruleset: string, call: string): boolean =>
    allows([...(SHIPPED_RULESETS.find(({ name }) => name === ruleset)?.rules ?? [])], call);

  it.each([
    [
      'NOAUTHENT',
      ['log2in', 'log2out', 'accping'],
      ['log2generateaccesstokenbypassword', 'accgetloggedaccount', 'provsearch', 'oauth2token'],
    ],
    [
      'LEGACY',
      ['log2in', 'log2out', 'accgetloggedaccount'],
      ['provsearch', 'oauth2token', 'webvalidatesession'],
    ],
    [
      'WEB',
      ['log2in', 'accgetloggedaccount', 'webvalidatesession', 'oauth2authorize', 'oauth2token'],
      ['provsearch'],
    ],
    [
      'PROVISIONING',
      ['provsearch', 'provdeleteaccount'],
      ['accgetloggedaccount', 'log2in', 'webvalidatesession'],
    ],
  ])('%s allows %j and not %j', (ruleset, allowed, denied) => {
    expect(allowed.filter((call) => !shipped(ruleset, call))).toEqual([]);
    expect(denied.filter((call) => shipped(ruleset, call))).toEqual([]);
  });
});
