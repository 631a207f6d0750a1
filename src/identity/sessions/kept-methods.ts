import { BEFORE_METHODS, METHODS, type Method } from './authentication.js';

/**
 * Methods as a column keeps them, separated by spaces; null: only a password, the most common case, which takes no
 * room.
 */
export function keptMethods(methods: readonly Method[]): string | null {
  const text = METHODS.filter((method) => methods.includes(method)).join(' ');
  return text === BEFORE_METHODS.join(' ') ? null : text;
}

/** The methods that a column keeps. Rows from before the column existed were signed in by a password. */
export function methodsIn(kept: string | null): readonly Method[] {
  if (kept === null) return BEFORE_METHODS;
  const names = kept.split(' ');
  return METHODS.filter((method) => names.includes(method));
}
