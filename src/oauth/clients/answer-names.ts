/**
 * Every name that Hearth answers with in the query of a redirect: of an authorization (RFC 6749 §4.1.2, RFC 9207), of
 * signing out, and of the web flow (D65, D110). An answer is built of these alone, and no redirect_uri may bring one.
 */
export const ANSWER_NAMES = [
  'code',
  'state',
  'iss',
  'error',
  'error_description',
  'error_uri',
  'session_id',
  'retry_after',
] as const;

export type AnswerName = (typeof ANSWER_NAMES)[number];

const NAMES: readonly string[] = ANSWER_NAMES;
const MOST_DECODINGS = 3;

/**
 * The first parameter of a query that some program would read as one of Hearth's answers, as it stands there; or null.
 * Taken for one is whatever any of them does: `;` between parameters, names decoded more than once or in any case,
 * `code[]`, `[code]`, `code.x` and `session.id` (PHP, Rack, qs), and letters that look the same to a database or a runtime.
 */
export function plantedName(query: string): string | null {
  const names = query.split(/[&;]/).map((pair) => pair.split('=', 1)[0]);
  return names.find(isReadAsAnswer) ?? null;
}

function isReadAsAnswer(name: string): boolean {
  let text = name.replaceAll('+', ' ');
  for (let times = 0; times < MOST_DECODINGS; times++) {
    const decoded = percentDecoded(text);
    // What is not UTF-8, or no percent-encoding at all (%u0063), is read in as many ways as there are readers.
    if (decoded === null) return times === 0;
    text = decoded;
    if (isAnswer(text)) return true;
  }
  return false;
}

/** Whether its words, or the first ones of them, are such a name: `session[id]` is as good as `session_id` to some. */
function isAnswer(name: string): boolean {
  const words = folded(name).match(/[\w-]+/g) ?? [];
  return words.some((_, last) => NAMES.includes(words.slice(0, last + 1).join('_')));
}

/** In one case and without accents, for readers that compare so. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().toLowerCase();
}

function percentDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
