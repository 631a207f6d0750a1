import { normalizeEmail } from '../../identity/accounts/email-address.js';

const PHONE = /^(?:\+|00)?[\d\s().-]+$/;

/** The prefixes of normalized identifiers (D20) that a typed prefix can stand for, one for each type that fits. */
export function identifierPrefixes(text: string): string[] {
  const typed = text.trim().normalize('NFC');
  const prefixes = [typed.toLowerCase()];
  if (PHONE.test(typed)) {
    const digits = typed.replace(/^(?:\+|00)/, '').replace(/\D/g, '');
    if (digits !== '') prefixes.push(`+${digits}`);
  }
  const email = normalizeEmail(typed);
  if (email !== null) prefixes.push(email); // a host in other letters is kept as `xn--`
  prefixes.push(`ExternalId:${typed}`); // of an issuer
  return [...new Set(prefixes)];
}
