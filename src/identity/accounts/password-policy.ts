const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

export type PasswordProblem = 'tooShort' | 'tooLong' | 'common' | 'own';

/** The requirement behind each problem, to follow the name of the value. */
export const PASSWORD_PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  tooShort: `must have at least ${MIN_LENGTH} characters`,
  tooLong: `must have at most ${MAX_LENGTH} characters`,
  common: 'is a common password',
  own: 'must not be the name or an identifier of the account',
};

/**
 * The problem of a new password, or null (D69). Existing passwords are never checked by these rules.
 * @param own the account's name and identifiers
 */
export async function problemWithNewPassword(
  password: string,
  own: readonly string[],
): Promise<PasswordProblem | null> {
  const length = [...password].length;
  if (length < MIN_LENGTH) return 'tooShort';
  if (length > MAX_LENGTH) return 'tooLong';
  const folded = password.normalize('NFC').toLowerCase();
  if ((await commonPasswords()).has(folded)) return 'common';
  return own.some((text) => text.normalize('NFC').toLowerCase() === folded) ? 'own' : null;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded at the first new password: a server that only verifies passwords never needs the list. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
