import { digestOf, randomFew } from '../../platform/security/secrets.js';
import { plainCode } from '../../platform/security/typed.js';

/** 32 characters that are not mistaken for each other when they are typed: five bits each. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const LENGTH = 20;
const GROUP = 4;
const FORM = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`);

/** 100 random bits as five groups of four characters, such as `k7wd-…`: shown once, then typed into an application. */
export function newDeviceSecret(): string {
  const plain = [...randomFew(LENGTH)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return (plain.match(new RegExp(`.{${GROUP}}`, 'g')) as string[]).join('-');
}

/**
 * The digest that is kept of it; capitals, spaces and hyphens don't count. null: it does not look like a device
 * password.
 */
export function digestOfDeviceSecret(typed: string): Buffer | null {
  const plain = plainCode(typed).toLowerCase();
  return FORM.test(plain) ? digestOf(plain) : null;
}
