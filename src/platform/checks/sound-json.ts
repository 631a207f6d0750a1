/** Levels that are allowed. Real documents have a few; recursive code would overflow the stack at some depth. */
const DEEPEST = 32;
const NO_NAMES = ['constructor', '__proto__'];

/** Why a JSON value can't be stored or checked; null: it can. */
export function problemWithJson(value: unknown): string | null {
  const left: { inner: unknown; depth: number }[] = [{ inner: value, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { inner, depth } = next;
    if (typeof inner === 'string') {
      const problem = problemWithText(inner);
      if (problem !== null) return problem;
    }
    if (typeof inner !== 'object' || inner === null) continue;
    // class-validator checks a list by its elements: an empty list in place of an object would pass.
    if (Array.isArray(inner) && inner.some(Array.isArray)) return 'has a list directly inside a list';
    if (depth === DEEPEST) return `is more than ${DEEPEST} levels deep`;
    // class-transformer takes the first for a class, and ignores the second.
    if (NO_NAMES.some((name) => Object.hasOwn(inner, name))) return `must not have ${NO_NAMES.join(' or ')}`;
    for (const part of Object.entries(inner).flat()) left.push({ inner: part, depth: depth + 1 });
  }
  return null;
}

/** The database can store neither a NUL in text nor half of a surrogate pair in JSON. */
function problemWithText(text: string): string | null {
  if (text.includes('\0')) return 'has a NUL character';
  return /\p{Cs}/u.test(text) ? 'has half of a surrogate pair, which is no character' : null;
}

/** The value of a JSON text; null: it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
