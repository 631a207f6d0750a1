import type { Administrator } from '../shell/access/administrator.js';
import { Action, Badge } from '../shell/console/actions.js';
import { DangerForm, type DangerProps } from '../shell/console/danger.js';
import { renderConsole } from '../shell/console/frame.js';
import { addressOf, Moment } from '../shell/console/list.js';
import { ConnectedApps, Grants, Links, Sessions } from './account-access.page.js';
import { Families, Identifiers, Role } from './account-identity.page.js';
import type { AccountPageProps } from './account-page-props.js';
import type { AccountView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

export function accountPage(props: AccountPageProps): string {
  const { by, account, done, problem } = props;
  const isAdministrator = by.role === 'administrator';
  return renderConsole({
    title: account.name,
    section: 'accounts',
    by,
    done,
    problem,
    children: (
      <>
        <Summary account={account} />
        <Help {...props} />
        <div class="split">
          <div>
            <Identifiers {...props} />
            <Families account={account} />
            {isAdministrator && <Role {...props} />}
          </div>
          <div>
            <Sessions {...props} />
            <Grants {...props} />
            <ConnectedApps account={account} />
            <Links account={account} />
          </div>
        </div>
        {isAdministrator && (
          <p class="after">
            <a href={`${addressOfAccount(account.accountId)}/delete`}>Delete account</a>
          </p>
        )}
      </>
    ),
  });
}

function Summary({ account }: Pick<AccountPageProps, 'account'>) {
  const { accountId, status, role, countryCode, locale, createdAt, lastLoginAt } = account;
  const where = [countryCode, locale].filter((each) => each !== null).join(', ');
  return (
    <>
      <p class="lead">
        <Badge isBad={status === 'disabled'}>{status}</Badge> {role && <Badge>{role}</Badge>} Account{' '}
        {accountId}
        {where && ` (${where})`}, created <Moment at={createdAt} />. Last sign-in: <Moment at={lastLoginAt} />
        .
      </p>
      <p>
        Audit trail: <a href={addressOf('/admin/audit', { account: accountId })}>actions by this account</a>,{' '}
        <a href={addressOf('/admin/audit', { account: accountId, outcome: 'refused' })}>refused actions</a>,{' '}
        <a href={addressOf('/admin/audit', { target: `account:${accountId}` })}>changes to this account</a>.
      </p>
    </>
  );
}

/** The actions that most often help a user. */
function Help({ by, account, etag }: AccountPageProps) {
  const address = addressOfAccount(account.accountId);
  const isClosed = account.status === 'disabled';
  return (
    <div class="choices">
      {account.status === 'pending' && <Action to={`${address}/invitation`} verb="Resend invitation" />}
      {account.status === 'active' && (
        <Action to={`${address}/password-reset`} verb="Send password reset link" />
      )}
      {by.role === 'administrator' && (
        <Action to={`${address}/status`} verb={isClosed ? 'Enable' : 'Disable'} what="account" etag={etag}>
          <input type="hidden" name="status" value={isClosed ? 'active' : 'disabled'} />
        </Action>
      )}
    </div>
  );
}

interface DeleteProps extends Pick<DangerProps, 'asksPassword' | 'errors' | 'etag'> {
  readonly by: Administrator;
  readonly account: AccountView;
  readonly problem?: string;
}

export function deleteAccountPage({ by, account, problem, ...danger }: DeleteProps): string {
  const address = addressOfAccount(account.accountId);
  const count = account.families.length;
  return renderConsole({
    title: `Delete ${account.name}`,
    section: 'accounts',
    by,
    problem,
    children: (
      <>
        <p class="lead">
          This can’t be undone. Its identifiers, sessions, devices, consents and memberships are deleted too.
          {count > 0 &&
            ` Its ${count === 1 ? 'family is kept' : `${count} families are kept`}, without this member.`}{' '}
          To block access, you can disable the account instead.
        </p>
        <DangerForm {...danger} action={`${address}/delete`} name={account.name} verb="Delete account" />
        <p class="after">
          <a href={address}>Cancel</a>
        </p>
      </>
    ),
  });
}
