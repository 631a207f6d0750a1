import { describe, expect, it } from '@jest/globals';
import { checkEach } from '../../../test/support/check-each.js';
import { ANSWER_NAMES, plantedName } from './answer-names.js';

const WAYS: readonly [what: string, (name: string) => string][] = [
  ['as it is', (name) => name],
  ['in capitals', (name) => name.toUpperCase()],
  ['percent-encoded', (name) => encoded(name)],
  ['percent-encoded twice', (name) => encoded(encoded(name))],
  ['percent-encoded three times', (name) => encoded(encoded(encoded(name)))],
  ['percent-encoded in part', (name) => `${encoded(name[0])}${name.slice(1)}`],
  ['as a list', (name) => `${name}[]`],
  ['as a list, encoded', (name) => `${name}%5B%5D`],
  ['as a list, encoded twice', (name) => `${name}%255B%255D`],
  ['as an element', (name) => `${name}[0]`],
  ['as a member', (name) => `${name}.x`],
  ['in brackets', (name) => `[${name}]`],
  ['with a bracket that stays open', (name) => `${name}[`],
  ['behind a space', (name) => `+${name}`],
  ['behind an encoded space', (name) => `%20${name}`],
  ['before a NUL', (name) => `${name}%00x`],
  ['with dots between its words', (name) => name.replaceAll('_', '.')],
  ['with spaces between its words', (name) => name.replaceAll('_', '+')],
  ['with brackets between its words', (name) => name.replaceAll('_', '%5B')],
  ['in full-width letters', (name) => encodeURIComponent(fullWidth(name))],
  ['with a dotless i or a long s', (name) => encodeURIComponent(name.replace('i', 'ı').replace('s', 'ſ'))],
  ['with an accent', (name) => encodeURIComponent(`${name[0]}\u0301${name.slice(1)}`)],
];
const PLACES: readonly [what: string, (name: string) => string][] = [
  ['alone', (name) => `${name}=x`],
  ['without a value', (name) => name],
  ['behind another', (name) => `a=1&${name}=x`],
  ['twice', (name) => `${name}=x&${name}=y`],
  ['behind a semicolon', (name) => `a=1;${name}=x`],
  ['behind the entity of an ampersand', (name) => `a=1&amp;${name}=x`],
  ['behind an empty one', (name) => `&&${name}=x`],
];

describe('a name of Hearth’s answers in a foreign query', () => {
  it.each(ANSWER_NAMES)('%s is found in every way to write it, at every place', (name) => {
    const cases = WAYS.flatMap(([way, write]) =>
      PLACES.map(([place, put]) => [`${way}, ${place}`, put(write(name))] as const),
    );
    checkEach(
      cases,
      ([what, query]) => `${what} (${query})`,
      ([, query]) => expect(plantedName(query)).not.toBeNull(),
    );
  });

  it.each([
    '',
    'a=1&a=2',
    'x=code',
    'next=https://evil.test/?code=x',
    'next=%2Fcb%3Fa%3D1%26code%3Dx',
    'state_of_mind=1&postcode=2&country-code=DE&encode=1&errors=0&session=1&retry=2',
    'caf%C3%A9=1&100%25=2',
    '__proto__=1',
  ])('is not found in %j', (query) => {
    expect(plantedName(query)).toBeNull();
  });

  it.each(['caf%E9=1', '%c1%a3ode=1', '%u0063ode=1', '%=1'])(
    'may be anything where the name is %j',
    (query) => {
      expect(plantedName(query)).not.toBeNull();
    },
  );

  it('is told as it stands there', () => {
    expect(plantedName('a=1;%63ode[]=x&state=1')).toBe('%63ode[]');
  });
});

function encoded(text: string): string {
  return [...text].map((char) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
}

function fullWidth(text: string): string {
  return [...text]
    .map((char) => (/[a-z]/.test(char) ? String.fromCodePoint(char.charCodeAt(0) + 0xfee0) : char))
    .join('');
}
