/**
 * All names of parameters that Hearth adds to a redirect: of authorizations (RFC 6749 §4.1.2, RFC 9207), of signing out,
 * and of the web flow (D65, D110). Hearth uses no others, and no redirect_uri may contain one of them.
 */
export const ANSWER_NAMES = [
  'code',
  'id_token',
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
 * The first parameter of a query, as it is written there, that some program would read as one added by Hearth; or null.
 * It covers the ways of reading of all common parsers: `;` between parameters, names decoded more than once or in any case,
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
    // Programs read invalid UTF-8 and invalid percent-encoding (%u0063) in different ways.
    if (decoded === null) return times === 0;
    text = decoded;
    if (isAnswer(text)) return true;
  }
  return false;
}

/** Whether all words of a name, or the first ones, form such a name: some read `session[id]` as `session_id`. */
function isAnswer(name: string): boolean {
  const words = folded(name).match(/[\w-]+/g) ?? [];
  return words.some((_, last) => NAMES.includes(words.slice(0, last + 1).join('_')));
}

/** The name without case and accents, for programs that ignore them. */
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
