/** What is sent here is a few levels deep; what goes through it level by level would end at some depth. */
const DEEPEST = 32;
const NO_NAMES = ['constructor', '__proto__'];

/** Why no place can be kept for a value that came as JSON; null: there is nothing against it. */
export function problemWithJson(value: unknown): string | null {
  const left: { inner: unknown; depth: number }[] = [{ inner: value, depth: 0 }];
  for (let next = left.pop(); next; next = left.pop()) {
    const { inner, depth } = next;
    if (typeof inner === 'string') {
      const problem = problemWithText(inner);
      if (problem !== null) return problem;
    }
    if (typeof inner !== 'object' || inner === null) continue;
    // class-validator takes a list for each of its elements: an empty one in place of an object would have no problem.
    if (Array.isArray(inner) && inner.some(Array.isArray)) return 'has a list directly inside a list';
    if (depth === DEEPEST) return `is more than ${DEEPEST} levels deep`;
    // class-transformer takes the first for a class, and passes over the second.
    if (NO_NAMES.some((name) => Object.hasOwn(inner, name))) return `must not have ${NO_NAMES.join(' or ')}`;
    for (const part of Object.entries(inner).flat()) left.push({ inner: part, depth: depth + 1 });
  }
  return null;
}

/** No text of the database has a NUL, and no JSON of it half of a surrogate pair. */
function problemWithText(text: string): string | null {
  if (text.includes('\0')) return 'has a NUL character';
  return /\p{Cs}/u.test(text) ? 'has half of a surrogate pair, which is no character' : null;
}
