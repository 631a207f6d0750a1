import { parseScope, SCOPE_BITS, SCOPE_NAMES } from '../scope.js';

/** A token that is not narrowed: the scope of its grant is its own. Not the same as no scope, which is 0. */
export const NOT_NARROWED = -1;

const ALL = SCOPE_NAMES.reduce((bits, name) => bits | (1 << SCOPE_BITS[name]), 0);

/** The scope of a token in its 32 bits. @throws Error for a scope that is not in the catalogue */
export function scopeBits(scope: string | null): number {
  if (scope === null) return NOT_NARROWED;
  const names = parseScope(scope);
  if (names === null) throw new Error(`no scope of the catalogue: ${scope}`);
  return names.reduce((bits, name) => bits | (1 << SCOPE_BITS[name]), 0);
}

/** A bit that is not in the catalogue is of a later version, and never means "all". */
export function isKnownScope(bits: number): boolean {
  return bits === NOT_NARROWED || (bits >= 0 && (bits & ~ALL) === 0);
}

/** null: it is not narrowed. */
export function scopeOf(bits: number): string | null {
  if (bits === NOT_NARROWED) return null;
  return SCOPE_NAMES.filter((name) => (bits & (1 << SCOPE_BITS[name])) !== 0).join(' ');
}
