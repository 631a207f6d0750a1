import { Action } from '../shell/console/actions.js';
import { Moment, Table } from '../shell/console/list.js';
import type { AccountPageProps } from './account-page-props.js';
import type { SessionView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

/** The sessions of an account: its signed-in browsers. */
export function Sessions({ account, sessions }: AccountPageProps) {
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
              { name: 'Since', cell: ({ signedInAt }) => <Moment at={signedInAt} /> },
              { name: 'Signed in to', cell: wordsFor },
              {
                name: 'Action',
                cell: ({ sessionId }) => (
                  <Action to={`${address}/${sessionId}/end`} verb="Sign out" what="this browser" />
                ),
              },
            ]}
          />
          <Action to={`${address}/end`} verb="Sign out everywhere" />
        </>
      )}
    </section>
  );
}

/** Devices and applications with tokens. */
export function Grants({ account, grants }: AccountPageProps) {
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
              { name: 'Device', cell: ({ deviceId }) => deviceId ?? <span class="quiet">unknown</span> },
              { name: 'Since', cell: ({ createdAt }) => <Moment at={createdAt} /> },
              {
                name: 'Action',
                cell: ({ grantId, clientName }) => (
                  <Action
                    to={`${address}/${grantId}/end`}
                    verb="Revoke"
                    what={`the tokens of ${clientName}`}
                  />
                ),
              },
            ]}
          />
          <Action to={`${address}/end`} verb="Revoke all" what="tokens of this account" />
        </>
      )}
    </section>
  );
}

/** Applications that the user has allowed to act for them; the user can disconnect them too, under /account. */
export function ConnectedApps({ account: { accountId, connectedApps } }: Pick<AccountPageProps, 'account'>) {
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
          { name: 'Since', cell: ({ since }) => <Moment at={since} /> },
          {
            name: 'Action',
            cell: ({ clientId, name }) => (
              <Action
                to={`${address}/${encodeURIComponent(clientId)}/end`}
                verb="Revoke"
                what={`the permissions of ${name}`}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

/** Mailed links that have not been used yet. */
export function Links({ account: { waitingLinks } }: Pick<AccountPageProps, 'account'>) {
  if (waitingLinks.length === 0) return null;
  return (
    <section class="card" aria-labelledby="links">
      <h2 id="links">Pending links</h2>
      <Table
        caption="Links that have not been used yet"
        rows={waitingLinks}
        keyOf={({ kind, sentTo, createdAt }) => `${kind} ${sentTo} ${createdAt.toISOString()}`}
        columns={[
          { name: 'For', cell: ({ kind }) => kind },
          { name: 'Sent to', cell: ({ sentTo }) => sentTo },
          { name: 'Expires', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
        ]}
      />
    </section>
  );
}

function wordsFor({ kind, clientId }: SessionView): string {
  if (kind === 'administration') return 'the admin console';
  return kind === 'webapp' ? `a web application${clientId === null ? '' : ` (${clientId})`}` : 'Hearth';
}
