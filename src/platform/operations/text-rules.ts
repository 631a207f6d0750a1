/**
 * A name that people read: something visible, without control characters (which would break mail headers) or characters
 * that change the direction of the surrounding text.
 */
export const PRINTABLE = {
  regex: /^(?=.*[^\s\p{Cf}])[^\p{Cc}\u202a-\u202e\u2066-\u2069]+$/su,
  meaning: 'visible text without control characters',
};

/** An id of another system, stored exactly as it is. */
export const OPAQUE = {
  regex: /^[^\p{Cc}\p{Cs}]{1,255}$/u,
  meaning: '1 to 255 characters, none of them a control character',
};

/** The rule of a name that people read. */
export function problemWithText(text: string): string | null {
  return PRINTABLE.regex.test(text) ? null : `must be ${PRINTABLE.meaning}`;
}

/** What a text of `min` to `max` characters is told, after its name. Of one length only are codes of letters, as countries have. */
export function lengthRule(min: number, max: number): string {
  return min === max ? `must have exactly ${min} letters` : `must have ${min} to ${max} characters`;
}
