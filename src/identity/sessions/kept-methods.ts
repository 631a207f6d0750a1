import { BEFORE_METHODS, METHODS, type Method } from './authentication.js';

/** Methods as a column keeps them, separated by spaces; null: a password alone, as most, which takes no room. */
export function keptMethods(methods: readonly Method[]): string | null {
  const text = METHODS.filter((method) => methods.includes(method)).join(' ');
  return text === BEFORE_METHODS.join(' ') ? null : text;
}

/** The methods that a column keeps; those of rows from before there was such a column were a password. */
export function methodsIn(kept: string | null): readonly Method[] {
  if (kept === null) return BEFORE_METHODS;
  const names = kept.split(' ');
  return METHODS.filter((method) => names.includes(method));
}
