import { Action } from '../shell/console/actions.js';
import { Moment, Table } from '../shell/console/list.js';
import type { AccountPageProps } from './account-page-props.js';
import type { SessionView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

/** Browsers that are signed in. */
export function Sessions({ account, sessions }: AccountPageProps) {
  const address = `${addressOfAccount(account.accountId)}/sessions`;
  return (
    <section class="card" aria-labelledby="sessions">
      <h2 id="sessions">Browsers</h2>
      {sessions.length === 0 ? (
        <p class="quiet">No browser is signed in.</p>
      ) : (
        <>
          <Table
            caption="Browsers that are signed in"
            rows={sessions}
            keyOf={({ sessionId }) => sessionId}
            columns={[
              { name: 'Signed in', cell: ({ signedInAt }) => <Moment at={signedInAt} /> },
              { name: 'To', cell: wordsFor },
              {
                name: 'Action',
                cell: ({ sessionId }) => (
                  <Action to={`${address}/${sessionId}/end`} verb="Sign out" what="this browser" />
                ),
              },
            ]}
          />
          <Action to={`${address}/end`} verb="Sign all out" what="of all browsers" />
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
        <p class="quiet">No device or application has tokens.</p>
      ) : (
        <>
          <Table
            caption="Devices and applications that have tokens"
            rows={grants}
            keyOf={({ grantId }) => grantId}
            columns={[
              { name: 'Application', cell: ({ clientName }) => clientName },
              { name: 'Device', cell: ({ deviceId }) => deviceId ?? <span class="quiet">not told</span> },
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
          <Action to={`${address}/end`} verb="Revoke all" what="tokens of the account" />
        </>
      )}
    </section>
  );
}

/** What the user allowed, and may end under the own account. */
export function ConnectedApps({ account: { accountId, connectedApps } }: Pick<AccountPageProps, 'account'>) {
  const address = `${addressOfAccount(accountId)}/consents`;
  if (connectedApps.length === 0) return null;
  return (
    <section class="card" aria-labelledby="apps">
      <h2 id="apps">Allowed by the user</h2>
      <Table
        caption="Applications that the user allowed something"
        rows={connectedApps}
        keyOf={({ clientId }) => clientId}
        columns={[
          { name: 'Application', cell: ({ name }) => name },
          { name: 'May', cell: ({ scopes }) => scopes.join(' ') },
          { name: 'Since', cell: ({ since }) => <Moment at={since} /> },
          {
            name: 'Action',
            cell: ({ clientId, name }) => (
              <Action
                to={`${address}/${encodeURIComponent(clientId)}/end`}
                verb="Revoke"
                what={`what ${name} was allowed`}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

/** Mailed links that were not used yet. */
export function Links({ account: { waitingLinks } }: Pick<AccountPageProps, 'account'>) {
  if (waitingLinks.length === 0) return null;
  return (
    <section class="card" aria-labelledby="links">
      <h2 id="links">Waiting links</h2>
      <Table
        caption="Links that were sent and not used yet"
        rows={waitingLinks}
        keyOf={({ kind, sentTo, createdAt }) => `${kind} ${sentTo} ${createdAt.toISOString()}`}
        columns={[
          { name: 'For', cell: ({ kind }) => kind },
          { name: 'Sent to', cell: ({ sentTo }) => sentTo },
          { name: 'Works until', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
        ]}
      />
    </section>
  );
}

function wordsFor({ kind, clientId }: SessionView): string {
  if (kind === 'administration') return 'the administration';
  return kind === 'webapp' ? `a web application${clientId === null ? '' : ` (${clientId})`}` : 'Hearth';
}
