const DIGIT = /\p{Nd}/u;
const DIGITS = /\p{Nd}/gu;
/**
 * Spaces, dashes (also the minus sign, and the long one that a Japanese keyboard has at its place), and invisible characters,
 * such as the marks that set the direction beside digits of Arabic.
 */
const BETWEEN = /[\s\p{Pd}\u2212\u30fc\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;

/**
 * Normalizes a typed code of any kind: one form of each letter, digits of every script as 0 to 9, and nothing between them.
 * The rules of the kind of code are checked after that.
 */
export function plainCode(typed: string): string {
  return typed.normalize('NFKC').replace(BETWEEN, '').replace(DIGITS, asciiDigit);
}

/** Unicode has the digits of each script in a row, from 0 to 9. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) as number;
  let below = 0;
  while (DIGIT.test(String.fromCodePoint(point - below - 1))) below += 1;
  return String(below % 10);
}

/**
 * Returns a password in the spelling that is hashed (OpaqueString of RFC 8265; NIST SP 800-63B-4, section 3.1.1.2): keyboards
 * write a letter with its accent as one character or as two, and spaces of several kinds.
 */
export function plainPassword(typed: string): string {
  return typed.replace(/\p{Zs}/gu, ' ').normalize('NFC');
}
