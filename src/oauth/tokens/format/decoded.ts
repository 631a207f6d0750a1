const VERSION = 1;

/** The second byte of a token; a number is never given twice. */
export const KIND = { access: 1, refresh: 2, bound: 3 } as const;

/**
 * The bytes of a token of this kind; null: it is none. A decoder takes several spellings of the same bytes: only the one
 * that we write is a token.
 */
export function decoded(plain: string, kind: number, bytes: number): Buffer | null {
  if (plain.length !== Math.ceil((bytes * 4) / 3)) return null;
  const token = Buffer.from(plain, 'base64url');
  const isOurs = token.length === bytes && token[0] === VERSION && token[1] === kind;
  return isOurs && token.toString('base64url') === plain ? token : null;
}

/** A token to be filled, its first bytes set. */
export function begun(kind: number, bytes: number): Buffer {
  const token = Buffer.alloc(bytes);
  token[0] = VERSION;
  token[1] = kind;
  return token;
}
