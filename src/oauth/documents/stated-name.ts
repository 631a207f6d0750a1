/** In characters: a name, not a sentence. */
const LONGEST = 40;
/** Latin letters of European languages, but for those that a reader takes for others: without a dot, joined, with a hook. */
const LETTER = String.raw`(?![\u0131-\u0133\u0138\u013f\u0140\u0149-\u014b])[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u017e]`;
/** Begins with a letter or digit, has a letter, and signs that make no address (D428). */
const PLAIN = new RegExp(
  `^(?=.*(?:${LETTER}))(?:${LETTER}|\\d)(?:(?:${LETTER}|[\\d '&+-])*(?:${LETTER}|[\\d+]))?$`,
);
/** Letters that have no plain letter as their first part, and signs that look like another (after lower case). */
const READ_AS: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ĳ: 'ij', ĸ: 'k', ł: 'l', ŀ: 'l' },
  ...{ ŉ: 'n', ŋ: 'n', ŧ: 't', þ: 'p', 0: 'o', 1: 'l', i: 'l', 5: 's' },
};

/** The name that a document states, if it may be shown beside its host; null: it may not, or there is none (D428). */
export function plainName(stated: unknown): string | null {
  if (typeof stated !== 'string' || stated.length > 4 * LONGEST) return null;
  const text = stated.normalize('NFC').trim().replace(/ {2,}/g, ' ');
  return text.length <= LONGEST && PLAIN.test(text) ? text : null;
}

/** What a name looks like: two names with the same outline can be taken for each other. */
export function outlineOf(name: string): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [...letters]
    .map((letter) => READ_AS[letter] ?? letter)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
}
