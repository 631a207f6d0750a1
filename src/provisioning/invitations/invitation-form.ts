import { problemWithNewPassword } from '../../identity/accounts/password-policy.js';
import { problemWithName } from '../../identity/accounts/profile-rules.js';
import type { FieldErrors } from './invitation.page.js';

/** What a person sent to complete an account. */
export interface InvitationForm {
  readonly name: string;
  readonly password: string;
}

/** The fields of the form, whatever was posted. */
export function readForm(body: unknown): InvitationForm {
  const { name, password } = (body ?? {}) as Record<string, unknown>;
  return { name: text(name).trim(), password: text(password) };
}

/** What is wrong, beside which field; keys of the texts under `errors`. @param own identifiers of the account */
export async function errorsIn(
  { name, password }: InvitationForm,
  own: readonly string[],
): Promise<FieldErrors | null> {
  const nameError = problemWithName(name);
  const passwordError = await problemWithNewPassword(password, [name, ...own]);
  if (nameError === null && passwordError === null) return null;
  return { name: nameError ?? undefined, password: passwordError ?? undefined };
}

function text(value: unknown): string {
  return typeof value === 'string' && !value.includes('\0') ? value : ''; // no call could send that
}
