import { readFile } from 'node:fs/promises';
import { SettingsError } from '../../platform/config/settings-error.js';

/** The product's own words; the operator's are in PASSWORD_WORDS_FILE. */
export const OWN_WORDS: readonly string[] = ['hearth'];
const SHORTEST = 3;

/** Returns a text in one form, whatever its case and the encoding of its accents. */
export function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

/**
 * The words of PASSWORD_WORDS_FILE: one on each line; empty lines and those that begin with # are nothing.
 * @throws SettingsError if it can't be read, or a word is so short that it would refuse good passwords
 */
export async function readPasswordWords(path: string): Promise<readonly string[]> {
  const text = await readFile(path, 'utf8').catch((cause: NodeJS.ErrnoException) => {
    throw new SettingsError(`PASSWORD_WORDS_FILE ${path} can't be read: ${cause.code}.`);
  });
  return text.split(/\r?\n/).flatMap((line, index) => {
    const word = folded(line.trim());
    if (word === '' || word.startsWith('#')) return [];
    if ([...word].length < SHORTEST)
      throw new SettingsError(
        `PASSWORD_WORDS_FILE ${path}, line ${index + 1}: a word must have at least ${SHORTEST} characters.`,
      );
    return [word];
  });
}

/**
 * Returns what is left of a folded password without the words: "Hearth2026!" is five characters and a word that
 * everyone guesses.
 * @param words the longest first: it wins over words that it contains
 */
export function withoutWords(password: string, words: readonly string[]): string {
  return words.reduce((rest, word) => rest.replaceAll(word, ''), password);
}
