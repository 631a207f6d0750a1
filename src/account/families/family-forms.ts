import { LONGEST_NAME, problemWithName } from '../../identity/accounts/profile-rules.js';
import { SERVICES, type Service } from '../../identity/accounts/family-services.js';
import { FormField, ticked, Told } from '../../platform/checks/form.js';
import { problemWithText } from '../../platform/operations/text-rules.js';
import { PageRule, type ErrorKey } from '../../platform/pages/page-errors.js';
import { ownAddress } from '../identifiers/own-identifiers.service.js';

/** What a form on a family's page did, as the address says after its redirect. */
export const FAMILY_DONE = {
  name: 'name',
  services: 'services',
  strangers: 'strangers',
  picture: 'picture',
  pictureSaved: 'pictureSaved',
  invited: 'invited',
  withdrawn: 'withdrawn',
  handOver: 'handOver',
  role: 'role',
  removed: 'removed',
} as const;
export type FamilyDone = keyof typeof FAMILY_DONE;

/** Invites a person to the family. */
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

  /** The roles that the inviter may give. */
  @Told()
  roles!: readonly string[];
}

/** Gives the family another name. */
export class RenameForm {
  @FormField()
  @PageRule(problemWithFamilyName)
  name!: string;
}

/** The services of the family; a box that is not ticked turns its service off. */
export const ServicesForm = class {} as new () => Record<Service, boolean>;
for (const member of SERVICES) FormField(ticked)(ServicesForm.prototype as object, member);

/** Whether members may connect applications that nobody registered. */
export class RefusalForm {
  @FormField(ticked)
  refuses!: boolean;
}

/** Changes the role of a member. */
export class MemberRoleForm {
  @FormField()
  @PageRule((role) => (role === 'member' || role === 'administrator' ? null : 'chooseFromList'))
  role!: string;
}

function problemWithFamilyName(name: string): ErrorKey | null {
  if (problemWithText(name) !== null) return 'deviceNameRequired';
  return name.length > LONGEST_NAME ? 'nameTooLong' : null;
}

/** Hands the family over to another member. */
export class HandOverForm {
  @FormField()
  @PageRule((id) => (/^\d{1,18}$/.test(id) ? null : 'chooseFromList'))
  to!: string;
}
