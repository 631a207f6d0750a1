const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

/** The rule for new passwords, in one sentence for whoever chooses one (D69). */
export const PASSWORD_RULE =
  'The password must have 8 to 256 characters, not be a common one, and not be your own name or identifier.';

/**
 * What is wrong with a new password, or null. Existing passwords are never judged by it.
 * @param own the account's name and identifiers
 */
export async function problemWithNewPassword(
  password: string,
  own: readonly string[],
): Promise<string | null> {
  const length = [...password].length;
  if (length < MIN_LENGTH) return `must have at least ${MIN_LENGTH} characters`;
  if (length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters`;
  const folded = password.normalize('NFC').toLowerCase();
  if ((await commonPasswords()).has(folded)) return 'is a common password';
  const isOwn = own.some((text) => text.normalize('NFC').toLowerCase() === folded);
  return isOwn ? 'must not be the name or an identifier of the account' : null;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first new password is judged: a server that only checks passwords never needs the list. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
