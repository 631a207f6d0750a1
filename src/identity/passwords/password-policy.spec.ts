import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openPasswordLists, PASSWORD_PROBLEMS, problemWithNewPassword } from './password-policy.js';

const OWN = ['Anna Katharina', 'anna@family.example', '+4915112345678', 'Anna.Katharina'];

describe('new passwords (D69)', () => {
  it.each([
    ['eight characters', 'wxkqv-7z'],
    ['256 characters', 'ä'.repeat(256)],
    ['letters alone: no composition rules', 'correcthorsebatterystaple'],
    ['spaces', '  gallop marzipan  '],
    ['eight characters beyond the basic plane', '👪🏔🌲🌧🚲🎻🧊🪁'],
    ['an own name with something else', 'Anna Katharina 77'],
  ])('may be %s', async (_what, password) => {
    expect(await problemWithNewPassword(password, OWN)).toBeNull();
  });

  it.each([
    ['nothing', '', 'tooShort'],
    ['seven characters', 'wxkqv-7', 'tooShort'],
    ['seven characters of two code units each', '👪🏔🌲🌧🚲🎻🧊', 'tooShort'],
    ['257 characters', 'ä'.repeat(257), 'tooLong'],
    ['password', 'password', 'common'],
    ['12345678', '12345678', 'common'],
    ['a common one in capitals', 'ILOVEYOU1', 'common'],
    ['the own name', 'Anna Katharina', 'own'],
    ['the own name in another case', 'anna katharina', 'own'],
    ['the own e-mail', 'ANNA@family.example', 'own'],
    ['the own phone number', '+4915112345678', 'own'],
    ['the own login', 'anna.katharina', 'own'],
    ['the product with little else', 'Hearth-2026!', 'word'],
    ['the product over and over', 'hearthHEARTHhearth', 'word'],
  ])('may not be %s', async (_what, password, problem) => {
    expect(await problemWithNewPassword(password, OWN)).toBe(problem);
  });

  it('may not be an own name that is written with combining marks', async () => {
    expect(await problemWithNewPassword('e\u0301milienne', ['\u00c9milienne'])).not.toBeNull();
  });

  it('tell what they must be, for each problem', () => {
    expect(PASSWORD_PROBLEMS).toEqual({
      tooShort: 'must have at least 8 characters',
      tooLong: 'must have at most 256 characters',
      common: 'is a common password',
      own: 'must not be the name or an identifier of the account',
      word: 'must have at least 8 characters besides the names of this service',
      breached: 'is in a list of passwords that were stolen elsewhere',
    });
  });

  describe('of an operator with files', () => {
    let folder: string;
    const words = (text: string): string => {
      const file = join(folder, 'words.txt');
      writeFileSync(file, text);
      return file;
    };
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'words-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));
    const none = { passwordWordsFile: null, passwordBreachesFile: null };

    it('may not consist of the words, in any case, but may have them', async () => {
      const file = words('# company\nVolcano Mobile\n\nvolcano\nÉtoile\r\n');
      const close = await openPasswordLists({ ...none, passwordWordsFile: file });
      const problems = [
        'Volcano1234',
        'VOLCANO mobile 7',
        'e\u0301toile-12',
        'hearth-volcano',
        'volcano ate my bicycle',
      ];
      expect(await Promise.all(problems.map((password) => problemWithNewPassword(password, OWN)))).toEqual([
        ...['word', 'word', 'word', 'word'],
        null,
      ]);
      await close();
      expect(await problemWithNewPassword('Volcano1234', OWN)).toBeNull();
    });

    it.each([
      ['is not there', null, /PASSWORD_WORDS_FILE .*missing.txt can't be read: ENOENT/],
      [
        'has a word that is in every password',
        'volcano\nab\n',
        /line 2: a word must have at least 3 characters/,
      ],
    ])('are refused at the start if the file %s', async (_what, text, message) => {
      const file = text === null ? join(folder, 'missing.txt') : words(text);
      await expect(openPasswordLists({ ...none, passwordWordsFile: file })).rejects.toThrow(message);
    });
  });
});
