import { randomFew } from '../../platform/security/secrets.js';
import { plainCode } from '../../platform/security/typed.js';

/** Consonants that look like no other letter and spell no word (RFC 8628 §6.1). */
const ALPHABET = 'BCDFGHJKLMNPQRSTVWXZ';
const LENGTH = 8;
/** Bytes from here on would make some letters likelier than others. */
const FAIR = 256 - (256 % ALPHABET.length);
const PLAIN = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** 20^8 codes: some 34 random bits, as they are kept. */
export function newUserCode(): string {
  let letters = '';
  while (letters.length < LENGTH) {
    const [byte] = randomFew(1);
    if (byte < FAIR) letters += ALPHABET[byte % ALPHABET.length];
  }
  return letters;
}

/** As it is kept, however it was typed: in any case, with or without hyphens and spaces. null: no code is like this. */
export function plainUserCode(typed: string): string | null {
  const letters = plainCode(typed)
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '');
  return PLAIN.test(letters) ? letters : null;
}

/** As people read it: `WDJB-MJHT`. */
export function shownUserCode(plain: string): string {
  return `${plain.slice(0, LENGTH / 2)}-${plain.slice(LENGTH / 2)}`;
}
