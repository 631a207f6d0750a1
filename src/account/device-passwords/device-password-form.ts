import { FormField } from '../../platform/checks/form.js';
import { PageRule } from '../../platform/pages/page-errors.js';
import { problemWithName } from '../../identity/accounts/profile-rules.js';

/** What stands for legacy sessions in the choice of the application. */
export const LEGACY = 'legacy';

/** A new device password. */
export class DevicePasswordForm {
  @FormField()
  @PageRule((text) => (text === '' ? 'deviceNameRequired' : problemWithName(text)))
  name!: string;

  /** The number of a client, or LEGACY. */
  @FormField()
  client!: string;
}
