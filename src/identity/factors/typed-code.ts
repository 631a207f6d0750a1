import { randomFew } from '../../platform/security/secrets.js';
import { plainCode } from '../../platform/security/typed.js';

/** Crockford's: no letter looks like a digit. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const LENGTH = 25;
const ALIKE: Readonly<Record<string, string>> = { i: '1', l: '1', o: '0' };

/** 125 random bits, so that a plain digest keeps it safe; in five groups of five. */
export function newTypedCode(): string {
  const letters = [...randomFew(LENGTH)].map((byte) => ALPHABET[byte & 31]).join('');
  return letters.replace(/.{5}(?=.)/g, '$&-');
}

/**
 * The form in which a code is kept, however it was typed: without hyphens and spaces, and with look-alike letters
 * replaced.
 */
export function plainTypedCode(typed: string): string {
  return plainCode(typed)
    .toLowerCase()
    .replace(/[^0-9a-z]/g, '')
    .replace(/[ilo]/g, (letter) => ALIKE[letter]);
}
