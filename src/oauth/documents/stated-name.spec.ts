import { describe, expect, it } from '@jest/globals';
import { outlineOf, plainName } from './stated-name.js';

describe('the name that a document states', () => {
  it.each(['Notes', 'Visual Studio Code', 'Löwe & Söhne', "Anna's list", 'C++', '2Do'])(
    'is shown: %s',
    (name) => {
      expect(plainName(name)).toBe(name);
    },
  );

  it('is shown without blanks around it', () => {
    expect(plainName('  My   notes ')).toBe('My notes');
  });

  it.each<[string, unknown]>([
    ['none', undefined],
    ['no text', 7],
    ['empty', ''],
    ['digits alone', '2024'],
    ['too long', 'a'.repeat(41)],
    ['marks of direction', 'Notes\u202eknaB'],
    ['Hebrew', 'בנק'],
    ['Arabic', 'مصرف'],
    ['a Cyrillic letter', 'B\u0430nk'],
    ['a Greek letter', '\u0391pple'],
    ['letters of full width', '\uff22ank'],
    ['a letter of phonetics', 'B\u0251nk'],
    ['a dotless i', 'B\u0131ll'],
    ['combined marks', 'N\u0336otes'],
    ['invisible characters', 'No\u200btes'],
    ['an address', 'bank.example'],
    ['an address with a slash', 'https://bank'],
    ['a sentence', 'Bank (checked)'],
    ['a line end', 'Notes\nBank'],
    ['an emoji', 'Notes \u2705'],
  ])('is left out: %s', (_why, name) => {
    expect(plainName(name)).toBeNull();
  });

  it.each([
    ['Hearth', 'HEARTH'],
    ['Hearth', 'h e a r t h'],
    ['Hearth', 'Héàrth'],
    ['Shop 1', 'Shop l'],
    ['Shop', 'Sh0p'],
    ['Modern', 'Modem'],
    ['Lille', 'Iille'],
    ['Søren', 'Soren'],
  ])('looks the same: %s and %s', (one, other) => {
    expect(outlineOf(one)).toBe(outlineOf(other));
  });

  it('looks different: Notes and Votes', () => {
    expect(outlineOf('Notes')).not.toBe(outlineOf('Votes'));
  });
});
