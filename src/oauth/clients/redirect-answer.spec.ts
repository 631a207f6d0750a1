import { parse } from 'node:querystring';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ANSWER_NAMES } from './answer-names.js';
import { answerAt } from './redirect-answer.js';
import { allowedRedirectUri } from './redirect-uri.js';

const CALLBACK = 'https://app.example/cb';
const ANSWER = { code: 'ours', iss: 'https://hearth.example', error_description: 'a&b=c;d' };
const STATE = 'st%C3%A9';

/** How programs read a query; each of its own code, and none of Hearth's. */
const READERS: Readonly<Record<string, (query: string) => Map<string, string>>> = {
  'the first one wins': (query) => firstOf([...new URLSearchParams(query)]),
  'the last one wins': (query) => new Map(new URLSearchParams(query)),
  'the first one wins, in any case, `;` as well as `&`': (query) =>
    firstOf(
      [...new URLSearchParams(query.replaceAll(';', '&'))].map(([name, value]) => [
        name.toLowerCase(),
        value,
      ]),
    ),
  'Node.js': (query) =>
    new Map(
      Object.entries(parse(query)).map(([name, value]) => [
        name,
        Array.isArray(value) ? value[0] : (value ?? ''),
      ]),
    ),
  PHP: (query) =>
    firstOf(
      [...new URLSearchParams(query)].map(([name, value]) => [
        name
          .trimStart()
          .replace(/\[.*\].*$/s, '')
          .replace(/[ .[]/g, '_'),
        value,
      ]),
    ),
  'brackets around a name fall off': (query) =>
    firstOf(
      [...new URLSearchParams(query)].map(([name, value]) => [
        /^[[\]]*([^[\]]*)/.exec(name)?.[1] ?? '',
        value,
      ]),
    ),
  'decoded twice': (query) =>
    firstOf([...new URLSearchParams(query)].map(([name, value]) => [decodedAgain(name), value])),
};

const name = fc
  .constantFrom(...ANSWER_NAMES, 'a', 'next', 'state_of_mind', 'postcode')
  .chain((word) =>
    fc.constantFrom(
      word,
      word.toUpperCase(),
      `${word}[]`,
      `[${word}]`,
      ` ${word}`,
      word.replaceAll('_', '.'),
      `${word}\0`,
    ),
  )
  .chain((word) =>
    fc
      .array(fc.nat(2), { minLength: word.length, maxLength: word.length })
      .map((times) =>
        [...word]
          .map((char, i) => encodedTimes(char, /[\w.[\]]/.test(char) ? times[i] : Math.max(1, times[i])))
          .join(''),
      ),
  );
const query = fc
  .array(
    fc.tuple(
      name,
      fc.constantFrom('=theirs', '', '=', '=%26code%3Dx', '=a?code=1'),
      fc.constantFrom('&', ';', '&&'),
    ),
    {
      maxLength: 4,
    },
  )
  .map((pairs) => pairs.map((pair) => pair.join('')).join(''));

describe('the answer behind a redirect_uri', () => {
  it('is read as Hearth’s own by every parser, after any accepted redirect_uri', () => {
    let taken = 0;
    fc.assert(
      fc.property(query, (asked) => {
        const uri = `${CALLBACK}?${asked}`;
        if (allowedRedirectUri(uri, [CALLBACK], false) === null) return;
        taken++;
        const address = answerAt(uri, ANSWER, { state: STATE });
        for (const read of Object.values(READERS)) {
          const found = read(address.slice(address.indexOf('?') + 1));
          expect(found.get('code')).toBe('ours');
          expect(found.get('iss')).toBe('https://hearth.example');
          expect(found.get('state')).toBe('sté');
          expect(found.get('error') ?? null).toBeNull();
        }
      }),
      { numRuns: 1000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it.each([
    ['https://app.example/cb', 'https://app.example/cb?code=ours&state=x'],
    ['https://app.example/cb?', 'https://app.example/cb?code=ours&state=x'],
    ['https://app.example/cb?t=1', 'https://app.example/cb?t=1&code=ours&state=x'],
    ['https://app.example/cb?t=1&', 'https://app.example/cb?t=1&code=ours&state=x'],
    ['com.example.app://cb', 'com.example.app://cb?code=ours&state=x'],
    ['https://app.example/cb?state=registered', 'https://app.example/cb?state=registered&code=ours&state=x'],
  ])('stands behind %s: %s', (uri, expected) => {
    expect(answerAt(uri, { code: 'ours', error: null }, { state: 'x' })).toBe(expected);
  });

  it('is nothing where there is nothing to say', () => {
    expect(answerAt(CALLBACK, { state: null })).toBe(CALLBACK);
    expect(answerAt(`${CALLBACK}?`, {}, { state: null })).toBe(`${CALLBACK}?`);
  });

  it('is the fragment where it was asked for, behind a query that stays', () => {
    expect(answerAt(`${CALLBACK}?t=1`, { code: 'ours' }, { state: 'a#b&c' }, 'fragment')).toBe(
      `${CALLBACK}?t=1#code=ours&state=a%23b%26c`,
    );
  });

  it('keeps a state within its place', () => {
    expect(answerAt(CALLBACK, {}, { state: 'a&code=x#y\n%zz' })).toBe(
      `${CALLBACK}?state=a%26code=x%23y%0A%zz`,
    );
  });
});

function firstOf(pairs: readonly (readonly [string, string])[]): Map<string, string> {
  return new Map([...pairs].reverse());
}

function decodedAgain(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function encodedTimes(char: string, times: number): string {
  return times === 0 ? char : encodedTimes(char, times - 1).replace(/%|./, escaped);
}

function escaped(char: string): string {
  return `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`;
}
