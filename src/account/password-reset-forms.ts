import { problemWithNewPassword } from '../identity/accounts/password-policy.js';
import { asTyped, FormField, Told } from '../platform/checks/form.js';
import { PageRule } from '../platform/pages/page-errors.js';

/** The session id of a challenge's address; null: nothing goes on afterwards. */
export function challengeId(text: string): string | null {
  return /^[\w-]{43}$/.test(text) ? text : null;
}

/** Whose password was forgotten. */
export class ForgottenForm {
  @FormField()
  @PageRule((text) => (text === '' ? 'identifierRequired' : null))
  identifier!: string;

  @FormField(challengeId)
  challenge!: string | null;
}

/** The new password. */
export class ResetForm {
  @FormField(asTyped)
  @PageRule<ResetForm>((password, { own }) => problemWithNewPassword(password, own))
  password!: string;

  @FormField(challengeId)
  challenge!: string | null;

  /** The account's name and identifiers. */
  @Told()
  own!: readonly string[];
}
