const REFERENCE = /(D\d+|§[\d.]+( [A-Z])?)/.source;
/** In brackets, one or several: "(D12)", "(D15, §7.2)". "(RFC 6749 §4.1)" is for the reader, and stays. */
const IN_BRACKETS = new RegExp(` ?\\(${REFERENCE}([,;–-] ?${REFERENCE})*\\)`, 'g');

/**
 * Removes the names of decisions and sections, which mean nothing to readers of the API's description (D239).
 * @returns a copy with clean descriptions and summaries
 */
export function withoutReferences<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutReferences) as T;
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => [
    name,
    typeof member === 'string' && ['description', 'summary'].includes(name)
      ? member.replace(IN_BRACKETS, '')
      : withoutReferences(member),
  ]);
  return Object.fromEntries(members) as T;
}
