import { problemWithName } from '../../identity/accounts/profile-rules.js';
import { FormField, Told } from '../../platform/checks/form.js';
import { PageRule } from '../../platform/pages/page-errors.js';
import { ownAddress } from '../identifiers/own-identifiers.service.js';

/** Roles that an invitation gives; a founder is made by handing over alone. */
export const INVITED_ROLES = ['member', 'administrator'] as const;

/** Invites somebody. */
export class InviteForm {
  @FormField()
  @PageRule(problemWithName)
  name!: string;

  @FormField()
  @PageRule<InviteForm>((text, { country }) => (ownAddress(text, country) === null ? 'addressInvalid' : null))
  address!: string;

  @FormField()
  @PageRule<InviteForm>((role, { roles }) => (roles.includes(role) ? null : 'chooseFromList'))
  role!: string;

  /** The inviter's country: a phone number may be written without its prefix. */
  @Told()
  country!: string | null;

  /** Those that the inviter may give. */
  @Told()
  roles!: readonly string[];
}

/** Hands the family over to another member. */
export class HandOverForm {
  @FormField()
  @PageRule((id) => (/^\d{1,18}$/.test(id) ? null : 'chooseFromList'))
  to!: string;
}
