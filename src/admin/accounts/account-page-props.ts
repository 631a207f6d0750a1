import type { Administrator } from '../shell/access/administrator.js';
import type { FormErrors } from '../shell/console/checked.js';
import type { GrantView } from '../grants/grant.view.js';
import type { ExternalIdBody, RoleForm } from './account.args.js';
import type { AccountView, SessionView } from './account.view.js';

/** Everything that an account's page shows. */
export interface AccountPageProps {
  readonly by: Administrator;
  readonly account: AccountView;
  readonly sessions: readonly SessionView[];
  readonly grants: readonly GrantView[];
  readonly etag: string;
  readonly asksPassword: boolean;
  readonly done?: string;
  readonly problem?: string;
  readonly errors?: FormErrors;
  /** What was typed into the form that is shown again. */
  readonly values?: Partial<RoleForm & ExternalIdBody>;
}
