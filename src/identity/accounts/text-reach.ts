import { planOf } from './phone-number.js';

/**
 * The reason why no text message is sent to a number, to follow its name; null: text messages may be sent (D368).
 * Existing numbers still work for signing in.
 * @param number E.164
 * @param only countries that text messages go to, ISO 3166-1 alpha-2 in upper case; null: all
 */
export function problemWithTextsTo(number: string, only: readonly string[] | null = null): string | null {
  const { countries, dearAs } = planOf(number);
  if (dearAs !== null) return `is a ${dearAs} number: no text messages are sent to it`;
  if (only === null || countries.some((country) => only.includes(country))) return null;
  const where = countries.length === 0 ? 'no country that is known' : countries.join(' or ');
  return `is a number of ${where}: this server sends no text messages there`;
}
