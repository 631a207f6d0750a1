import type { RecordPageProps } from '../shell/console/console-frame.js';
import type { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import type { MadeSetupCode } from '../../identity/factors/setup-code-statements.js';
import type { Typed } from '../../platform/records/typed-form.js';
import type { GrantView } from '../grants/grant.view.js';
import type { ExternalIdBody, RoleForm } from './admin-account.args.js';
import type { AccountTab } from './account-tabs.js';
import type { NamedEvents } from './account-timeline.js';
import type { WayView } from './account-way.view.js';
import type { AccountView, SessionView } from './account.view.js';
import type { NewIdentifierBody } from './new-account.args.js';

/** The contents of one section of an account's page; lists of other sections are empty. */
export interface AccountPageProps extends RecordPageProps {
  readonly account: AccountView;
  readonly tab: AccountTab;
  readonly sessions: readonly SessionView[];
  readonly grants: readonly GrantView[];
  readonly timeline: NamedEvents;
  readonly ways?: readonly WayView[];
  /** The cursor in the address. */
  readonly after?: string;
  /** Whether the account was disabled or enabled just now. */
  readonly isStatusChanged?: boolean;
  /** A set-up code that was made just now. */
  readonly setupCode?: MadeSetupCode;
  /** The values of the form that is shown again; null: the form of a set-up code, which has none. */
  readonly values?: Partial<RoleForm> | null;
  readonly profile?: Typed<typeof PROFILE_FIELDS>;
  readonly externalId?: Partial<ExternalIdBody>;
  readonly identifier?: Partial<NewIdentifierBody>;
}
