/** A 64-bit id: digits in a string, never a JavaScript number. */
export type Long = string;

const MAX_LONG = 9223372036854775807n;

export function isLong(text: unknown): text is Long {
  return typeof text === 'string' && /^\d{1,19}$/.test(text) && BigInt(text) <= MAX_LONG;
}
