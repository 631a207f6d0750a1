import { describe, expect, it } from '@jest/globals';
import { PLURAL_KEY, pluralCategories } from './plural.js';
import { LANGUAGES, languageFor, languageOf, TEXTS, textsIn, type Language } from './texts.js';
import { processorSeconds } from '../../../../test/support/processor-seconds.js';

type Tree = { readonly [key: string]: string | Tree };

/** Every text by its path. */
function flat(tree: Tree, path = ''): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${path}${key}`, value] as [string, string]]
      : flat(value, `${path}${key}.`),
  );
}

const isSingle = (key: string): boolean => !PLURAL_KEY.test(key);
const placeholders = (text: string): string => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort().join();

describe('the texts (D26)', () => {
  it('end a sentence with one point, also after a name that has its own', () => {
    const told = (accountName: string): string => textsIn('en')('proof.lead', { accountName });
    expect(told('Anna K.')).toMatch(/^You are signed in as Anna K\. Before you/);
    expect(told('Anna')).toMatch(/^You are signed in as Anna\. Before you/);
    expect(told('Anna ...')).toContain('Anna ...');
  });

  const { en, ...translations } = TEXTS;
  const english = new Map(flat(en));

  it.each(Object.entries(translations))(
    '%s has every text, with the same placeholders',
    (_language, texts) => {
      const translated = new Map(flat(texts));
      expect([...translated.keys()].filter(isSingle).sort()).toEqual(
        [...english.keys()].filter(isSingle).sort(),
      );
      const different = [...translated].filter(
        ([key, text]) =>
          placeholders(text) !==
          placeholders(english.get(key.replace(PLURAL_KEY, '_other')) ?? english.get(key) ?? ''),
      );
      expect(different.map(([key]) => key)).toEqual([]);
    },
  );

  it.each(Object.entries(TEXTS))(
    '%s has every text with a number in each of its plurals',
    (language, texts) => {
      const plurals = [...english.keys()]
        .filter((key) => key.endsWith('_other'))
        .map((key) => key.replace(PLURAL_KEY, ''));
      const expected = plurals.flatMap((key) =>
        pluralCategories(language).map((category) => `${key}_${category}`),
      );
      const all = flat(texts).map(([key]) => key);
      expect(all.filter((key) => !isSingle(key)).sort()).toEqual(expected.sort());
      for (const count of [0, 1, 2, 5, 22, 1_000_000]) {
        const text = textsIn(language as Language)('signIn.tooMany', { count });
        expect(text).toContain(`${count} `);
      }
    },
  );

  it.each(Object.entries(TEXTS))('%s has no empty text, stray space or stray brace', (_language, texts) => {
    const odd = flat(texts).filter(([, text]) => {
      const rest = text.replace(/\{\{\w+\}\}/g, 'x');
      return rest.trim() !== rest || rest === '' || /[{}<>]| {2}|\$t\(/.test(rest);
    });
    expect(odd).toEqual([]);
  });

  it.each(Object.entries(translations))(
    '%s is translated: no sentence is the English one',
    (_language, texts) => {
      expect(flat(texts).filter(([key, text]) => text === english.get(key))).toEqual([]);
    },
  );

  it.each(Object.entries(TEXTS))('%s calls a place of a page as the page does', (_language, texts) => {
    const { account, consent, errors, notice, signIn } = texts;
    const isNamed = (text: string, name: string) => {
      const at = text.indexOf(name);
      return at > 0 && /["“„«\s]/.test(text[at - 1]) && !/\p{L}/u.test(text[at + name.length] ?? '');
    };
    const named: [string, string][] = [
      [consent.lasts, account.title],
      [consent.lasts, account.tabs.apps],
      [notice.devicePasswordNeeded.end, account.tabs.signIn],
      [errors.founderHandsOver, account.tabs.families],
      [notice.end, signIn.forgotten],
      [notice.newBrowser.end, signIn.forgotten],
    ];
    expect(named.filter(([text, name]) => !isNamed(text, name))).toEqual([]);
  });

  it.each(LANGUAGES)('%s fills in what is given and takes it as it is', (language) => {
    const say = textsIn(language);
    for (const name of ['{{name}}', '$t(welcome.lead)', '$&', '<b>', "O'Neil & Søn"]) {
      const text = say('welcome.title', { name });
      expect(text).toContain(name);
      expect(text).not.toMatch(/&amp;|&#39;|&lt;/);
    }
  });

  it.each([
    ['en', 'en'],
    ['fr', 'fr'],
    ['de', 'de'],
    ['es', 'es'],
    ['it', 'it'],
    ['pl', 'pl'],
    ['sv', 'en'],
    ['', 'en'],
    ['DE', 'en'], // stored in lower case (D30)
    ['__proto__', 'en'],
    [null, 'en'],
  ] as const)('a message to the locale %s is in %s', (locale, language) => {
    expect(languageOf(locale)).toBe(language);
  });
});

describe("the language of a page: the browser's, then the account's (RFC 9110 §12.5.4)", () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-at', 'de'],
    ['es-419', 'es'],
    ['zh-Hant-TW, fr', 'fr'],
    ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.7, *;q=0.5', 'fr'],
    ['en;q=0.3, es;q=0.8, de;q=0.5', 'es'],
    ['de,en', 'de'],
    ['en,de', 'en'],
    ['fr;q=0.5,es;q=0.5', 'fr'],
    ['sv, da;q=0.9, es;q=0.1', 'es'],
    ['pt-BR, es;q=0.9', 'pt'],
    ['de;q=0, es;q=0.5', 'es'],
    ['de;q=0.001', 'de'],
    ['de;Q=0.2, fr;q=0.9', 'fr'],
    [' fr ,de', 'fr'],
    [',,de,', 'de'],
    ['de ; q=0.2 , fr ; q=0.9', 'fr'],
    ['de; q=0.9, fr; q=0.2', 'de'],
    ['sv, de; q=0.9', 'de'],
  ])('%j is %s', (header, language) => {
    expect(languageFor(header, null)).toBe(language);
    expect(languageFor(header, 'en')).toBe(language);
  });

  it.each([
    undefined,
    '',
    ',',
    ';',
    '*',
    '*;q=0.5',
    'sv',
    'sv-SE, da;q=0.5',
    'de;q=0',
    'de;q=abc',
    'de;q=-1',
    ';q=1',
    'deutsch',
    '__proto__',
    'constructor',
    '\u0000',
    '-de',
    '='.repeat(5000),
  ])('%.40j says nothing of use: the language of the account, or English', (header) => {
    expect(languageFor(header, 'es')).toBe('es');
    expect(languageFor(header, 'sv')).toBe('en');
    expect(languageFor(header, null)).toBe('en');
  });

  it('a header of 16 KB is read in no time', () => {
    const taken = processorSeconds(() =>
      expect(languageFor('xx;q=0.5,'.repeat(1800) + 'fr;q=0.1', null)).toBe('fr'),
    );
    expect(taken).toBeLessThan(5);
  });
});
