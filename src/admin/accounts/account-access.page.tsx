import { Action } from '../shell/console/actions.js';
import { Moment, Table } from '../shell/console/list.js';
import { DeviceOf } from '../grants/tokens.page.js';
import type { AccountPageProps } from './account-page-props.js';
import type { SessionView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

/** The sessions of an account: its signed-in browsers. */
export function SessionsTab({ account, sessions }: AccountPageProps) {
  const address = `${addressOfAccount(account.accountId)}/sessions`;
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">Sessions</h2>
      {sessions.length === 0 ? (
        <p class="quiet">No active sessions.</p>
      ) : (
        <>
          <Table
            caption="Active sessions"
            rows={sessions}
            keyOf={({ sessionId }) => sessionId}
            columns={[
              { name: 'Signed in', cell: ({ signedInAt }) => <Moment at={signedInAt} /> },
              { name: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
              { name: 'Where', cell: wordsFor },
              { name: 'Browser', cell: browserOf },
              { name: 'Network', cell: ({ network }) => network ?? UNKNOWN },
              {
                name: 'Action',
                isAction: true,
                cell: ({ sessionId }) => (
                  <Action to={`${address}/${sessionId}/end`} verb="Sign out" what="this browser" isDanger />
                ),
              },
            ]}
          />
          <Action to={`${address}/end`} verb="Sign out everywhere" isDanger />
        </>
      )}
    </section>
  );
}

/** Devices and applications with tokens, and what the user has allowed. */
export function ApplicationsTab(props: AccountPageProps) {
  return (
    <>
      <Grants {...props} />
      <ConnectedApps account={props.account} />
    </>
  );
}

function Grants({ account, grants }: AccountPageProps) {
  const address = `${addressOfAccount(account.accountId)}/grants`;
  return (
    <section class="card" aria-labelledby="grants">
      <h2 id="grants">Devices and applications</h2>
      {grants.length === 0 ? (
        <p class="quiet">No device or application holds a token.</p>
      ) : (
        <>
          <Table
            caption="Devices and applications with tokens"
            rows={grants}
            keyOf={({ grantId }) => grantId}
            columns={[
              { name: 'Application', cell: ({ clientName }) => clientName },
              { name: 'Device', cell: DeviceOf },
              { name: 'First used', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              {
                name: 'Action',
                isAction: true,
                cell: ({ grantId, clientName }) => (
                  <Action
                    to={`${address}/${grantId}/end`}
                    verb="Revoke"
                    isDanger
                    what={`the tokens of ${clientName}`}
                  />
                ),
              },
            ]}
          />
          <Action to={`${address}/end`} verb="Revoke all" what="tokens of this account" isDanger />
        </>
      )}
    </section>
  );
}

/** Applications that the user has allowed to act for them; the user can disconnect them too, under /account. */
function ConnectedApps({ account: { accountId, connectedApps } }: Pick<AccountPageProps, 'account'>) {
  const address = `${addressOfAccount(accountId)}/consents`;
  if (connectedApps.length === 0) return null;
  return (
    <section class="card" aria-labelledby="apps">
      <h2 id="apps">Connected apps</h2>
      <Table
        caption="Applications that the user has allowed"
        rows={connectedApps}
        keyOf={({ clientId }) => clientId}
        columns={[
          { name: 'Application', cell: ({ name }) => name },
          { name: 'Permissions', cell: ({ scopes }) => scopes.join(' ') },
          { name: 'Allowed', cell: ({ since }) => <Moment at={since} /> },
          {
            name: 'Action',
            isAction: true,
            cell: ({ clientId, name }) => (
              <Action
                to={`${address}/${encodeURIComponent(clientId)}/end`}
                verb="Revoke"
                isDanger
                what={`the permissions of ${name}`}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

const UNKNOWN = <span class="quiet">unknown</span>;

/** "Firefox on Linux", as much of it as is known. */
function browserOf({ browser, system }: SessionView) {
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN;
}

function wordsFor({ kind, clientId }: SessionView): string {
  if (kind === 'administration') return 'Console';
  return kind === 'webapp' ? `Web application${clientId === null ? '' : ` (${clientId})`}` : 'Hearth';
}
