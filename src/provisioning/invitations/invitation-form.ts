import { problemWithNewPassword } from '../../identity/passwords/password-policy.js';
import { problemWithName } from '../../identity/accounts/profile-rules.js';
import { asTyped, FormField, Told } from '../../platform/checks/form.js';
import { PageRule } from '../../platform/pages/page-errors.js';

/** The form that completes an account (D24, D69). */
export class InvitationForm {
  @FormField()
  @PageRule(problemWithName)
  name!: string;

  @FormField(asTyped)
  @PageRule<InvitationForm>((password, { name, own }) => problemWithNewPassword(password, [name, ...own]))
  password!: string;

  /** Identifiers of the account. */
  @Told()
  own!: readonly string[];
}
