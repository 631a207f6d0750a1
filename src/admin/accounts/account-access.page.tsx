import { Action } from '../shell/console/actions.js';
import { Moment, TableCard } from '../shell/console/list.js';
import { DeviceOf, For } from '../grants/grants.page.js';
import { allowedInWords } from '../../oauth/consent/allowed-scopes.js';
import type { AccountPageProps } from './account-page-props.js';
import type { SessionView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

/** The sessions of an account: its signed-in browsers. */
export function SessionsTab({ account, sessions }: AccountPageProps) {
  const address = `${addressOfAccount(account.accountId)}/sessions`;
  return (
    <TableCard
      id="sessions"
      title="Sessions"
      caption="Active sessions"
      none="No active sessions."
      rows={sessions}
      keyOf={({ sessionId }) => sessionId}
      columns={[
        { name: 'Signed in', cell: ({ signedInAt }) => <Moment at={signedInAt} /> },
        { name: 'Last used', cell: ({ lastUsedAt }) => <Moment at={lastUsedAt} /> },
        { name: 'Where', isText: true, cell: wordsFor },
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
    >
      {sessions.length > 0 && <Action to={`${address}/end`} verb="Sign out everywhere" isDanger />}
    </TableCard>
  );
}

type Grant = AccountPageProps['grants'][number];
type Permission = AccountPageProps['account']['connectedApps'][number];

/** An application on one device, by its tokens, by what the user allowed it, or by both. */
interface Access {
  readonly name: string;
  readonly grant: Grant | null;
  readonly permission: Permission | null;
  /** Of the rows of one application the first has the button that takes the permission back. */
  readonly isFirst: boolean;
}

/** Every application that can act for the user: with tokens on a device, by a permission, or both. */
export function ApplicationsTab({ account, grants }: AccountPageProps) {
  const address = addressOfAccount(account.accountId);
  return (
    <TableCard
      id="applications"
      title="Applications"
      none="No application holds a token or has a permission."
      rows={accessesOf(grants, account.connectedApps)}
      keyOf={({ grant, permission }) => grant?.grantId ?? `permission of ${permission?.clientId}`}
      columns={[
        {
          name: 'Application',
          isText: true,
          cell: ({ name, grant }) => (
            <>
              {name}
              {grant && <For resources={grant.resources} />}
            </>
          ),
        },
        { name: 'Device', isText: true, cell: ({ grant }) => (grant ? DeviceOf(grant) : NO_TOKENS) },
        { name: 'First used', cell: ({ grant }) => grant && <Moment at={grant.createdAt} /> },
        {
          name: 'Permissions',
          isText: true,
          cell: ({ permission }) => permission && allowedInWords(permission),
        },
        { name: 'Allowed', cell: ({ permission }) => permission && <Moment at={permission.since} /> },
        {
          name: 'Action',
          isAction: true,
          cell: (access) => <Revoking address={address} {...access} />,
        },
      ]}
    >
      {grants.length > 0 && (
        <Action to={`${address}/grants/end`} verb="Revoke all tokens" what="of this account" isDanger />
      )}
    </TableCard>
  );
}

/** The user can revoke both too, under /account. */
function Revoking({ address, name, grant, permission, isFirst }: Access & { readonly address: string }) {
  return (
    <>
      {grant && (
        <Action
          to={`${address}/grants/${grant.grantId}/end`}
          verb="Revoke tokens"
          what={`of ${name}`}
          isDanger
        />
      )}
      {permission && isFirst && (
        <Action
          to={`${address}/consents/${encodeURIComponent(permission.clientId)}/end`}
          verb="Revoke permission"
          what={`of ${name}`}
          isDanger
        />
      )}
    </>
  );
}

/** A row for each grant, with what the user allowed its application; then the permissions without tokens. */
function accessesOf(grants: readonly Grant[], permissions: readonly Permission[]): Access[] {
  const seen = new Set<string>();
  const rows = grants.map((grant) => {
    const { clientId, clientName: name } = grant;
    const isFirst = !seen.has(clientId);
    seen.add(clientId);
    return {
      name,
      grant,
      permission: permissions.find((each) => each.clientId === clientId) ?? null,
      isFirst,
    };
  });
  const others = permissions.filter(({ clientId }) => !seen.has(clientId));
  const unused = others.map((permission) => ({
    name: permission.name,
    grant: null,
    permission,
    isFirst: true,
  }));
  return [...rows, ...unused];
}

const NO_TOKENS = <span class="quiet">no tokens now</span>;
const UNKNOWN = <span class="quiet">unknown</span>;

/** "Firefox on Linux", or the part of it that is known. */
function browserOf({ browser, system }: SessionView) {
  if (browser !== null && system !== null) return `${browser} on ${system}`;
  return browser ?? system ?? UNKNOWN;
}

function wordsFor({ kind, clientId }: SessionView): string {
  if (kind === 'administration') return 'Console';
  return kind === 'webapp' ? `Web application${clientId === null ? '' : ` (${clientId})`}` : 'Hearth';
}
