import { problemWithNewPassword } from '../identity/passwords/password-policy.js';
import { asTyped, FormField, Told } from '../platform/checks/form.js';
import { PageRule } from '../platform/pages/page-errors.js';

/** The session id in the address of a challenge, which goes on afterwards; null: there is none. */
export function challengeId(text: string): string | null {
  return /^[\w-]{43}$/.test(text) ? text : null;
}

/** The form that asks for a link. */
export class ForgottenForm {
  @FormField()
  @PageRule((text) => (text === '' ? 'identifierRequired' : null))
  identifier!: string;

  @FormField(challengeId)
  challenge!: string | null;
}

/** The form that takes the new password. */
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
