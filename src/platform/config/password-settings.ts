import { choice, path, whole, type Settings } from './setting.js';

const DAY_SECONDS = 86_400;

/** How passwords are kept, which new ones are refused, of whom more is asked than a password, and how one gets back in. */
export const PASSWORD_SETTINGS = {
  bcryptCost: whole({
    name: 'BCRYPT_COST',
    about: 'bcrypt cost of password hashes. A hash of another cost is replaced at the next sign-in.',
    least: 4,
    most: 16,
    initial: 12,
  }),
  passwordWordsFile: path({
    name: 'PASSWORD_WORDS_FILE',
    about:
      'Words that a new password may not consist of, one on each line: names of the company, its products, its places (docs/operations.md#lists-of-passwords).',
    example: './password-words.txt',
  }),
  passwordBreachesFile: path({
    name: 'PASSWORD_BREACHES_FILE',
    about:
      'Passwords stolen elsewhere, which no new password may be: a file of `hearth passwords build` (docs/operations.md#lists-of-passwords).',
    example: './breached-passwords.bin',
  }),
  factorRecoverySeconds: whole({
    name: 'FACTOR_RECOVERY_WAIT',
    about:
      'How long somebody who lost the second factor waits before a mailed link removes it. Every address of the account is told, and can stop it.',
    least: 3600,
    most: 7 * DAY_SECONDS,
    initial: 2 * DAY_SECONDS,
  }),
  adminSecondFactor: choice({
    name: 'ADMIN_SECOND_FACTOR',
    about:
      'required or optional: whether administrators need a second factor to sign in to the administration (docs/operations.md#administrators). Default: required in production, else optional.',
    choices: ['required', 'optional'],
  }),
} satisfies Settings;
