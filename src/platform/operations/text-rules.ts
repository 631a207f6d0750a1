/**
 * Inside of a character class: characters that are invisible or end a line (controls, halves of characters, marks of direction,
 * joiners, fillers, the blank of Braille and of music).
 */
export const UNSEEN = String.raw`\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800\u{1d159}`;

/**
 * A text that people type and others read (D366): something visible, without control characters or ends of lines (which
 * would break mail headers) or characters that change the direction of the surrounding text.
 */
export const PRINTABLE = {
  regex: new RegExp(
    String.raw`^(?=.*(?![${UNSEEN}])[\p{L}\p{N}\p{P}\p{S}\p{Co}\p{Cn}])[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+$`,
    'su',
  ),
  meaning: 'visible text without control characters',
};

/** An id of another system, stored exactly as it is. */
export const OPAQUE = {
  regex: /^[^\p{Cc}\p{Cs}]{1,255}$/u,
  meaning: '1 to 255 characters, none of them a control character',
};

/** Returns a text as it is compared: one form of each letter, also of those where only the small form exists (J̌, ǰ). */
export function withoutCase(text: string): string {
  return text.normalize('NFC').toLowerCase().normalize('NFC');
}

/** The rule of a name that people read. */
export function problemWithText(text: string): string | null {
  return PRINTABLE.regex.test(text) ? null : `must be ${PRINTABLE.meaning}`;
}

/** Returns the rule for a text of `min` to `max` characters, after its name. Only codes of letters, as of countries, have one length. */
export function lengthRule(min: number, max: number): string {
  return min === max ? `must have exactly ${min} letters` : `must have ${min} to ${max} characters`;
}

const UNSEEN_ALL = new RegExp(`[${UNSEEN}]`, 'gu');
/** Text that a mail program or phone turns into a link or a number to call; also hosts without `www.`. */
const LEADS_ELSEWHERE = /:\/\/|www\.|@|[\p{L}\p{N}][.\u3002]\p{L}{2}|\p{Nd}(?:[\s().\p{Pd}/]*\p{Nd}){4}/iu;
const LONGEST_FOR_STRANGERS = 60;

/**
 * Whether a typed name may be in a message to a stranger (D367). It is judged as it reads: without invisible characters, and
 * in plain letters.
 */
export function mayReachStrangers(name: string): boolean {
  const read = name.replace(UNSEEN_ALL, '').normalize('NFKC');
  return [...name].length <= LONGEST_FOR_STRANGERS && !LEADS_ELSEWHERE.test(read);
}
