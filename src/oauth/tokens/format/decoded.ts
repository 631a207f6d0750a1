const VERSION = 1;

/** Of an access token, in characters. */
const LONGEST_TOKEN = 1024;
/** The second byte of a token; a number is never given twice. */
export const KIND = { access: 1, refresh: 2, bound: 3, targeted: 4, boundTargeted: 5 } as const;

/**
 * Returns the bytes of a token of this kind; null: the text is not one. A decoder accepts several spellings of the same
 * bytes: only the one that Hearth writes is a token.
 */
export function decoded(plain: string, kind: number, bytes: number): Buffer | null {
  if (plain.length !== Math.ceil((bytes * 4) / 3)) return null;
  const token = decodedLonger(plain, kind, bytes);
  return token?.length === bytes ? token : null;
}

/** Returns the bytes of a token of a kind that has several lengths; null: the text is not one. */
export function decodedLonger(plain: string, kind: number, leastBytes: number): Buffer | null {
  if (plain.length < Math.ceil((leastBytes * 4) / 3) || plain.length > LONGEST_TOKEN) return null;
  const token = Buffer.from(plain, 'base64url');
  const isOurs = token.length >= leastBytes && token[0] === VERSION && token[1] === kind;
  return isOurs && token.toString('base64url') === plain ? token : null;
}

/** A token to be filled, its first bytes set. */
export function begun(kind: number, bytes: number): Buffer {
  const token = Buffer.alloc(bytes);
  token[0] = VERSION;
  token[1] = kind;
  return token;
}
