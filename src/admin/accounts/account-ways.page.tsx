import { SHOWN, WAY_GROUPS, type WayGroup } from '../../identity/ways-in/shown-ways.js';
import type { WayType } from '../../identity/accounts/ways-list.js';
import { Badge } from '../shell/console/actions.js';
import { ConfirmForm } from '../shell/console/confirm-form.js';
import { renderQuestion } from '../shell/console/question.js';
import { Moment, TableCard } from '../shell/console/list.js';
import type { AccountPageProps } from './account-page-props.js';
import { addressOfTab } from './account-tabs.js';
import type { WayView } from './account-way.view.js';

const GROUPS: Readonly<Record<WayGroup, string>> = {
  credentials: 'Password and second factors',
  identifiers: 'Addresses and connections',
  browsers: 'Browsers',
  applications: 'Applications and devices',
  links: 'Pending links',
  invitations: 'Invitations that the user sent',
};

/** The names of the types. */
const TYPES: Readonly<Record<WayType, string>> = {
  password: 'Password',
  passkey: 'Passkey',
  oneTimeCodes: 'One-time codes',
  recoveryCodes: 'Recovery codes',
  email: 'E-mail address',
  phone: 'Phone number',
  login: 'Login',
  connection: 'Connection with a provider',
  externalId: 'ExternalId of a partner',
  browser: 'Browser',
  webApplication: 'Web application',
  console: 'Console',
  trustedBrowser: 'Trusted browser',
  device: 'Signed in through the application',
  application: 'Allowed on a page',
  consent: 'Permissions',
  devicePassword: 'Device password',
  reset: 'Password reset link',
  addition: 'Link that adds an address',
  confirmation: 'Link that adds an address, asked for by a client',
  membership: 'Invitation to a family',
  invitation: 'Invitation',
  recovery: 'Recovery of the second factor',
  sentInvitation: 'Invitation to a family',
};

const UNKNOWN = <span class="quiet">–</span>;

/** Every way into the account. */
export function WaysTab(props: AccountPageProps) {
  const ways = props.ways ?? [];
  return (
    <>
      {WAY_GROUPS.map((group) => (
        <Group key={group} {...props} group={group} ways={ways.filter(({ kind }) => SHOWN[kind] === group)} />
      ))}
    </>
  );
}

type GroupProps = Pick<AccountPageProps, 'by' | 'account'> & {
  readonly group: WayGroup;
  readonly ways: readonly WayView[];
};

function Group({ by, account, group, ways }: GroupProps) {
  const mayEnd = by.role === 'administrator' && by.accountId !== account.accountId;
  return (
    <TableCard
      id={group}
      title={GROUPS[group]}
      isDense
      rows={ways}
      keyOf={({ kind, wayId }) => `${kind} ${wayId}`}
      columns={[
        { name: 'What', isText: true, cell: What },
        { name: 'Since', cell: ({ since }) => momentOf(since) },
        { name: 'Last used', cell: ({ lastUsedAt }) => momentOf(lastUsedAt) },
        { name: 'From', isText: true, cell: (way) => placeOf(way) ?? UNKNOWN },
        { name: 'In a sign-in', cell: ({ signedInAt }) => momentOf(signedInAt) },
        {
          name: 'Action',
          isAction: true,
          cell: (way) =>
            mayEnd &&
            way.canEnd && (
              <a
                href={addressOfEnd(account.accountId, way)}
                role="button"
                class="danger outline small"
                aria-label={`End ${titleOf(way)}`}
              >
                End
              </a>
            ),
        },
      ]}
    />
  );
}

function What({ type, name, detail, suspendedAt }: WayView) {
  const more = [name === null ? null : TYPES[type], detail].filter((part) => part !== null).join(' · ');
  return (
    <>
      {name ?? TYPES[type]} {suspendedAt && <Badge tone="warn">Suspended</Badge>}
      {more !== '' && (
        <>
          <br />
          <span class="quiet">{more}</span>
        </>
      )}
    </>
  );
}

/** The time, or a dash if it is not known. */
function momentOf(at: Date | null) {
  return at === null ? UNKNOWN : <Moment at={at} />;
}

/** "Firefox on Linux, 203.0.113.x", or the part of it that is known; null if nothing is. */
function placeOf({ browser, system, network }: WayView): string | null {
  const what = [browser, system].filter((part) => part !== null).join(' on ');
  return [what, network].filter(Boolean).join(', ') || null;
}

function titleOf({ type, name }: WayView): string {
  return name === null ? TYPES[type] : `${TYPES[type]} ${name}`;
}

function addressOfEnd(accountId: string, { kind, wayId }: WayView): string {
  return `${addressOfTab(accountId, 'ways')}/${kind}/${encodeURIComponent(wayId)}/end`;
}

type EndProps = Pick<AccountPageProps, 'by' | 'account' | 'asksPassword' | 'errors' | 'problem'> & {
  readonly way: WayView;
};

export function endWayPage({ account, way, asksPassword, errors = {}, ...shown }: EndProps): string {
  const back = addressOfTab(account.accountId, 'ways');
  return renderQuestion({
    ...shown,
    title: `End ${titleOf(way)}`,
    section: 'accounts',
    of: { name: account.name, href: back },
    lead: (
      <>
        {account.name} can no longer use it, nor can anybody else. It does not come back; the user may set it
        up again, and is told where that is told.
      </>
    ),
    children: (
      <div class="card">
        <ConfirmForm
          action={addressOfEnd(account.accountId, way)}
          verb="End it"
          isDanger
          asksPassword={asksPassword}
          error={errors.password}
        />
      </div>
    ),
  });
}
