import { problemWithNewPassword } from '../../identity/passwords/password-policy.js';
import { problemWithName } from '../../identity/accounts/profile-rules.js';
import { asTyped, FormField, Told } from '../../platform/checks/form.js';
import { PageRule } from '../../platform/pages/page-errors.js';

/** Prefix of the field of another invitation, followed by its digest. */
export const BESIDE_FIELD = 'join-';
const BESIDE = new RegExp(`^${BESIDE_FIELD}([\\da-f]{64})$`);

/** Returns the digests of the other accepted invitations: each has its checkbox. */
export function acceptedIn(sent: unknown): string[] {
  return Object.keys(sent ?? {}).flatMap((name) => BESIDE.exec(name)?.[1] ?? []);
}

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
