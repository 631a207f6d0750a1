/**
 * The room of two segments. A message with a letter beyond GSM 03.38 is UCS-2, with 67 units of UTF-16 in each segment;
 * else a segment has 153 septets.
 */
const MOST = { septets: 306, units: 134 } as const;

const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
/** Counted twice. */
const GSM_EXTENDED = '^{}\\[~]|€\f';

/** Signs beyond GSM 03.38 that have a plain equivalent. Letters stay. */
const PLAIN: readonly (readonly [RegExp, string])[] = [
  [/«\s?|\s?»/gu, '"'],
  [/[\u201c\u201d\u201e\u201f]/gu, '"'],
  [/[\u2018\u2019\u201a\u201b]/gu, "'"],
  [/[\u2010-\u2015\u2212]/gu, '-'], // Intl writes UTC−3 with a minus of its own in some languages
  [/\u2026/gu, '...'],
  [/[\u00a0\u2007\u2009\u202f]/gu, ' '],
];

/** Replaces typographic quotes, hyphens and spaces: a single one would halve the room of the whole message. */
export function plainText(text: string): string {
  return PLAIN.reduce((plain, [from, to]) => plain.replace(from, to), text);
}

/** Whether a text message fits two segments (D369). */
export function fitsTwoSegments(text: string): boolean {
  let septets = 0;
  for (const sign of text) {
    if (GSM.includes(sign)) septets += 1;
    else if (GSM_EXTENDED.includes(sign)) septets += 2;
    else return text.length <= MOST.units;
  }
  return septets <= MOST.septets;
}

/** Names that people typed are not cut shorter than this, so that they can be recognized. */
const SHORTEST_NAME = 8;

/**
 * Returns the text with its names as long as two segments allow: the longest name is cut first.
 * @param write the text with these names
 * @param names by what they are
 */
export function fitted<N extends string>(
  write: (names: Readonly<Record<N, string>>) => string,
  names: Readonly<Record<N, string>>,
): string {
  const plain = Object.entries<string>(names).map(([name, text]) => [name, plainText(text)] as const);
  const within = (most: number): string =>
    plainText(
      write(Object.fromEntries(plain.map(([name, text]) => [name, cut(text, most)])) as Record<N, string>),
    );
  let [least, most] = [SHORTEST_NAME, Math.max(SHORTEST_NAME, ...plain.map(([, text]) => text.length))];
  if (fitsTwoSegments(within(most))) return within(most);
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (fitsTwoSegments(within(middle))) least = middle;
    else most = middle;
  }
  return within(least);
}

/** Cuts a text between two signs, and ends it with dots, within as many units of UTF-16. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  let kept = '';
  for (const sign of text) {
    if (kept.length + sign.length > most - DOTS.length) break;
    kept += sign;
  }
  return `${kept.trimEnd()}${DOTS}`;
}

const DOTS = '...';
