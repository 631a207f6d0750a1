import type { MadeSetupCode } from '../../identity/factors/setup-code-statements.js';
import { Id } from '../shell/console/copy.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import { Moment } from '../shell/console/list.js';
import type { AccountPageProps } from './account-page-props.js';
import { addressOfAccount } from './accounts.page.js';

/** Shows a new code. No other page ever shows it. */
export function SetupCodeOnce({ made: { code, expiresAt } }: { readonly made: MadeSetupCode }) {
  return (
    <section class="card" aria-labelledby="setup-code-heading">
      <h2 id="setup-code-heading">Set-up code</h2>
      <p class="notice warn">
        You will not see this code again. Hand it to the person, not by a mail or message that a thief of the
        password may read too: it sets up the first second factor of the account, besides the password.
      </p>
      <dl class="pairs">
        <dt>Code</dt>
        <dd>
          <Id value={code} what="the set-up code" id="setup-code" />
        </dd>
        <dt>Works once, until</dt>
        <dd>
          <Moment at={expiresAt} />
        </dd>
      </dl>
    </section>
  );
}

/** The form that makes a code for the account of another administrator without a second factor. */
export function MakeSetupCode({ by, account, asksPassword, errors = {}, values }: AccountPageProps) {
  if (!account.takesSetupCode || account.status === 'disabled' || by.accountId === account.accountId)
    return null;
  return (
    <form method="post" action={`${addressOfAccount(account.accountId)}/setup-code`} class="card">
      <h2>Set-up code</h2>
      <p class="quiet">
        This account has a role and no second factor. Setting one up takes a code besides the password. It
        works once and expires in a day; an older code stops working.
      </p>
      {asksPassword && (
        <PasswordField id="setup-code-password" error={values === null ? errors.password : undefined} />
      )}
      <button type="submit" class="secondary">
        Make a set-up code
      </button>
    </form>
  );
}
