import type { ComponentChildren } from 'preact';
import { Action } from '../shell/console/actions.js';
import { Id } from '../shell/console/copy.js';
import type { Deletion } from '../shell/console/deletion.page.js';
import { renderConsole } from '../shell/console/console-frame.js';
import { Moment } from '../shell/console/list.js';
import { State, type StateName } from '../shell/console/state.js';
import { Tabs } from '../shell/console/tabs.js';
import { ApplicationsTab, SessionsTab } from './account-access.page.js';
import { FamiliesTab, SignInTab } from './account-identity.page.js';
import type { AccountPageProps } from './account-page-props.js';
import { ProfileTab } from './account-profile.page.js';
import { addressOfTab, tabsOf, type AccountTab } from './account-tabs.js';
import { SetupCodeOnce } from './setup-code.page.js';
import { TimelineTab } from './account-timeline.page.js';
import { WaysTab } from './account-ways.page.js';
import type { AccountView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

const CONTENT: Readonly<Record<AccountTab, (props: AccountPageProps) => ComponentChildren>> = {
  profile: ProfileTab,
  'sign-in': SignInTab,
  ways: WaysTab,
  sessions: SessionsTab,
  applications: ApplicationsTab,
  families: FamiliesTab,
  timeline: TimelineTab,
};

/** One section of an account's page. */
export function accountPage(props: AccountPageProps): string {
  const { account, tab, isStatusChanged = false } = props;
  const Content = CONTENT[tab];
  return renderConsole({
    ...props,
    title: account.name,
    section: 'accounts',
    state: (
      <>
        <State of={stateNameOf(account)} />
        {account.role && <State of={account.role} />}
      </>
    ),
    actions: <Help {...props} />,
    undo: isStatusChanged && account.status !== 'pending' && (
      <ChangeStatus {...props} to={account.status === 'disabled' ? 'active' : 'disabled'} verb="Undo" />
    ),
    target: `account:${account.accountId}`,
    children: (
      <>
        <Summary account={account} />
        <GotIn {...props} />
        {props.setupCode && <SetupCodeOnce made={props.setupCode} />}
        <Tabs
          label={`Sections of ${account.name}`}
          tabs={tabsOf(account)}
          current={addressOfTab(account.accountId, tab)}
        />
        <Content {...props} />
      </>
    ),
  });
}

function Summary({ account }: Pick<AccountPageProps, 'account'>) {
  const { accountId, createdAt, lastLoginAt, deletesAt, heldUntil, securedAt } = account;
  return (
    <p class="lead">
      Number <Id value={accountId} what="the account id" /> · created <Moment at={createdAt} /> · last sign-in{' '}
      <Moment at={lastLoginAt} />
      {heldUntil && (
        <>
          {' '}
          · on hold: active again <Moment at={heldUntil} isDue />
        </>
      )}
      {securedAt && (
        <>
          {' '}
          · secured <Moment at={securedAt} />: <Opening account={account} />
        </>
      )}
      {deletesAt && (
        <>
          {' '}
          · to be deleted <Moment at={deletesAt} />, as its user asked
        </>
      )}
    </p>
  );
}

/** Says which link opens a secured account, and until when. */
function Opening({ account: { securedFor, securedLinkUntil } }: Pick<AccountPageProps, 'account'>) {
  const link = securedFor === null ? 'the link that is handed over' : `a link to ${securedFor}`;
  const next =
    securedFor === null ? 'secure it again for another' : '“Forgot your password?” sends another there';
  return (
    <>
      only {link} opens it
      {securedLinkUntil ? (
        <>
          , which expires <Moment at={securedLinkUntil} isDue />
        </>
      ) : (
        `; it has expired: ${next}`
      )}
    </>
  );
}

function stateNameOf({ status, heldUntil, securedAt }: AccountView): StateName {
  if (securedAt !== null) return 'secured';
  return heldUntil === null ? status : 'held';
}

/** The actions that most often help a user. */
function Help({ by, account, etag }: AccountPageProps) {
  const address = addressOfAccount(account.accountId);
  const isClosed = account.status === 'disabled';
  const isOnHold = account.heldUntil !== null || account.securedAt !== null;
  const isAdministrator = by.role === 'administrator';
  return (
    <>
      {account.status === 'pending' && <Action to={`${address}/invitation`} verb="Resend invitation" />}
      {(account.status === 'active' || account.heldUntil !== null) && (
        <Action to={`${address}/password-reset`} verb="Send password reset link" />
      )}
      {account.status === 'active' && account.isProtected && (
        <Action to={`${address}/factor-recovery`} verb="Start recovery of the second factor" />
      )}
      {isAdministrator && isClosed && (
        <ChangeStatus {...{ account, etag }} to="active" verb="Enable" what="account" />
      )}
      {isAdministrator && (!isClosed || isOnHold) && (
        <ChangeStatus {...{ account, etag }} to="disabled" verb="Disable" what="account" isDanger />
      )}
    </>
  );
}

/** What helps against someone else in the account, on each of its sections. */
function GotIn({ by, account, tab }: AccountPageProps) {
  const { accountId, status, heldUntil, securedAt, deletesAt, role } = account;
  const address = addressOfAccount(accountId);
  const isAdministrator = by.role === 'administrator';
  const isOnHold = heldUntil !== null || securedAt !== null;
  const maySecure =
    isAdministrator &&
    by.accountId !== accountId &&
    status !== 'pending' &&
    (status !== 'disabled' || isOnHold || deletesAt !== null);
  return (
    <section class="card line" aria-labelledby="got-in">
      <div class="choices">
        <h2 id="got-in">Did someone else get in?</h2>
        {tab !== 'ways' && (
          <a href={addressOfTab(accountId, 'ways')} role="button" class="secondary small">
            See every way in
          </a>
        )}
        {status === 'active' && (isAdministrator || role === null) && (
          <DangerLink href={`${address}/hold`}>Put on hold</DangerLink>
        )}
        {maySecure && <DangerLink href={`${address}/secure`}>Secure this account</DangerLink>}
      </div>
    </section>
  );
}

/** Leads to a page that lists what ends and asks for a confirmation. */
function DangerLink({ href, children }: { readonly href: string; readonly children: string }) {
  return (
    <a href={href} role="button" class="danger outline small">
      {children}
    </a>
  );
}

interface ChangeProps extends Pick<AccountPageProps, 'account' | 'etag'> {
  readonly to: 'active' | 'disabled';
  readonly verb: string;
  readonly what?: string;
  readonly isDanger?: boolean;
}

function ChangeStatus({ account, etag, to, verb, what, isDanger }: ChangeProps) {
  return (
    <Action to={`${addressOfAccount(account.accountId)}/status`} {...{ verb, what, etag, isDanger }}>
      <input type="hidden" name="status" value={to} />
    </Action>
  );
}

export function accountDeletion({ accountId, name, families }: AccountView): Deletion {
  const count = families.length;
  return {
    section: 'accounts',
    record: { name, href: addressOfAccount(accountId) },
    verb: 'Delete account',
    about: (
      <>
        This can’t be undone. Its identifiers, sessions, devices, consents and memberships are deleted too.
        {count > 0 &&
          ` Its ${count === 1 ? 'family is kept' : `${count} families are kept`}, without this member.`}{' '}
        To block access, you can disable the account instead.
      </>
    ),
  };
}
