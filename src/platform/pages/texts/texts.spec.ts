import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { LANGUAGES, languageFor, languageOf, TEXTS, textsIn, type Language } from './texts.js';
import untranslated from './untranslated.json' with { type: 'json' };
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

/** Ends of the keys of a text with a number, `count`: the categories of `Intl.PluralRules`. */
const PLURAL = /_(zero|one|two|few|many|other)$/;
const isPlural = (key: string): boolean => PLURAL.test(key);
/** A text with a number has one name, however many plurals the language has. */
const nameOf = (key: string): string => key.replace(PLURAL, '');
const namesIn = (texts: Tree): Set<string> => new Set(flat(texts).map(([key]) => nameOf(key)));
const placeholders = (text: string): string => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort().join();

describe('the texts (D26)', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('end a sentence with one point, also after a name that has its own', () => {
    const told = (accountName: string): string => textsIn('en')('proof.lead', { accountName });
    expect(told('Anna K.')).toMatch(/^You are signed in as Anna K\. Before you/);
    expect(told('Anna')).toMatch(/^You are signed in as Anna\. Before you/);
    expect(told('Anna ...')).toContain('Anna ...');
  });

  const { en, ...translations } = TEXTS;
  const waiting: readonly string[] = untranslated;
  const english = new Map(flat(en));
  const names = namesIn(en);
  const lackedBy = (texts: Tree): string[] => {
    const translated = namesIn(texts);
    return [...names].filter((name) => !translated.has(name));
  };

  it.each(Object.entries(translations))('%s has every text that is not in untranslated.json', (_, texts) => {
    expect(lackedBy(texts).filter((name) => !waiting.includes(name))).toEqual([]);
  });

  it('stand in untranslated.json only while a language lacks them', () => {
    const lacked = Object.values(translations).flatMap(lackedBy);
    expect(waiting.filter((name) => !lacked.includes(name))).toEqual([]);
  });

  it.each(Object.entries(translations))('%s has no text that English lacks', (_language, texts) => {
    expect([...namesIn(texts)].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(Object.entries(translations))('%s has the placeholders of English', (_language, texts) => {
    const original = (key: string): string | undefined =>
      english.get(isPlural(key) ? `${nameOf(key)}_other` : key);
    const different = flat(texts).filter(
      ([key, text]) => placeholders(text) !== placeholders(original(key) ?? ''),
    );
    expect(different.map(([key]) => key)).toEqual([]);
  });

  it.each(Object.entries(TEXTS))('%s has a text with a number in each of its plurals', (language, texts) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const keys = flat(texts).map(([key]) => key);
    const withNumber = [...english.keys()].filter(isPlural).map(nameOf);
    const expected = withNumber
      .filter((name) => keys.some((key) => nameOf(key) === name))
      .flatMap((name) => pluralCategories.map((category) => `${name}_${category}`));
    expect(keys.filter(isPlural).sort()).toEqual([...new Set(expected)].sort());
    for (const count of [0, 1, 2, 5, 22, 1_000_000]) {
      const text = textsIn(language as Language)('signIn.tooMany', { count });
      expect(text).toContain(`${count} `);
    }
  });

  it.each(Object.entries(translations))('%s shows a text that it lacks in English', (language, texts) => {
    const takeOut = (from: object, key: string) =>
      jest.replaceProperty(from as Record<string, unknown>, key, undefined);
    takeOut(texts, 'languages');
    for (const key of Object.keys(texts.signIn).filter((each) => nameOf(each) === 'tooMany'))
      takeOut(texts.signIn, key);
    const say = textsIn(language as Language);
    expect(say('languages')).toBe(en.languages);
    expect(say('signIn.tooMany', { count: 1 })).toBe(en.signIn.tooMany_one.replace('{{count}}', '1'));
    expect(say('signIn.tooMany', { count: 22 })).toBe(en.signIn.tooMany_other.replace('{{count}}', '22'));
  });

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

  it.each(LANGUAGES)('%s calls a place of a page as the page does', (language) => {
    const say = textsIn(language);
    const isNamed = (text: string, name: string) => {
      const at = text.indexOf(name);
      return at > 0 && /["“„«\s]/.test(text[at - 1]) && !/\p{L}/u.test(text[at + name.length] ?? '');
    };
    const named = [
      ['consent.lasts', 'account.title'],
      ['consent.lasts', 'account.tabs.apps'],
      ['notice.devicePasswordNeeded.end', 'account.tabs.signIn'],
      ['errors.founderHandsOver', 'account.tabs.families'],
      ['notice.end', 'signIn.forgotten'],
      ['notice.newBrowser.end', 'signIn.forgotten'],
    ] as const;
    expect(named.filter(([text, place]) => !isNamed(say(text), say(place)))).toEqual([]);
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
