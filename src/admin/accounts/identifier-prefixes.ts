const PHONE = /^(?:\+|00)?[\d\s().-]+$/;

/** What normalized identifiers (D20) that begin as somebody typed would begin with, whatever their type. */
export function identifierPrefixes(text: string): string[] {
  const typed = text.trim().normalize('NFC');
  const prefixes = [typed.toLowerCase()];
  if (PHONE.test(typed)) {
    const digits = typed.replace(/^(?:\+|00)/, '').replace(/\D/g, '');
    if (digits !== '') prefixes.push(`+${digits}`);
  }
  for (const type of ['ExternalId', 'AccessToken', 'SOMETHING_ELSE']) prefixes.push(`${type}:${typed}`);
  return [...new Set(prefixes)];
}
