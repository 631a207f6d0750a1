import type { AppConfig } from '../../platform/config/app-config.js';
import { plainPassword } from '../../platform/security/typed.js';
import { BreachedPasswords } from './breached-passwords.js';
import { folded, OWN_WORDS, readPasswordWords, withoutWords } from './password-words.js';

const MIN_LENGTH = 8;
const MAX_LENGTH = 256;

type PasswordProblem = 'tooShort' | 'tooLong' | 'common' | 'own' | 'word' | 'breached';

/** The requirement behind each problem, to follow the name of the value. */
export const PASSWORD_PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  tooShort: `must have at least ${MIN_LENGTH} characters`,
  tooLong: `must have at most ${MAX_LENGTH} characters`,
  common: 'is a common password',
  own: 'must not be the name or an identifier of the account',
  word: `must have at least ${MIN_LENGTH} characters besides the names of this service`,
  breached: 'is in a list of passwords that were stolen elsewhere',
};

/** The operator's lists (D241). */
interface PasswordLists {
  readonly words: readonly string[];
  readonly breaches: BreachedPasswords | null;
}

/** The lists of the process: the rules of a form have no other way to them. */
let lists: PasswordLists = { words: OWN_WORDS, breaches: null };

/**
 * Reads the files that the settings name; until then there are none.
 * @returns closes them
 * @throws SettingsError naming the file that can't be read or is wrong
 */
export async function openPasswordLists({
  passwordWordsFile,
  passwordBreachesFile,
}: Pick<AppConfig, 'passwordWordsFile' | 'passwordBreachesFile'>): Promise<() => Promise<void>> {
  const words = passwordWordsFile === null ? [] : await readPasswordWords(passwordWordsFile);
  const breaches = passwordBreachesFile === null ? null : await BreachedPasswords.open(passwordBreachesFile);
  lists = { words: [...OWN_WORDS, ...words].sort((a, b) => b.length - a.length), breaches };
  return async () => {
    lists = { words: OWN_WORDS, breaches: null };
    await breaches?.close();
  };
}

/**
 * The problem of a new password, or null (D69). Existing passwords are never checked by these rules.
 * @param own the account's name and identifiers
 * @throws CallError unavailable if the list of breached passwords can't be read
 */
export async function problemWithNewPassword(
  typed: string,
  own: readonly string[],
): Promise<PasswordProblem | null> {
  const password = plainPassword(typed);
  const length = [...password].length;
  if (length < MIN_LENGTH) return 'tooShort';
  if (length > MAX_LENGTH) return 'tooLong';
  const text = folded(password);
  if ((await commonPasswords()).has(text)) return 'common';
  if (own.some((each) => folded(each) === text)) return 'own';
  const rest = withoutWords(text, lists.words);
  if (rest !== text && [...rest].length < MIN_LENGTH) return 'word';
  return (await lists.breaches?.has(password)) ? 'breached' : null;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded at the first new password: a server that only verifies passwords never needs the list. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common']),
  );
  return common;
}
