import { isOwnType } from '../../identity/mailed-links/identifier-changes.js';
import { Field, Select } from '../../platform/pages/form.js';
import { capitalized, wordsOf } from '../../platform/pages/words.js';
import { Action, Badge } from '../shell/console/actions.js';
import { ConfirmForm, PasswordField } from '../shell/console/confirm-form.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { renderQuestion } from '../shell/console/question.js';
import { Moment, Table, TableCard } from '../shell/console/list.js';
import { MEMBERSHIP_FIELDS } from '../../identity/families/family.fields.js';
import { ExternalIdBody } from './admin-account.args.js';
import type { AccountPageProps } from './account-page-props.js';
import { addressOfTab } from './account-tabs.js';
import type { AccountIdentifierView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';
import { NewIdentifierBody } from './new-account.args.js';

/** The kinds of identifiers that an administrator adds, with their names. */
export const IDENTIFIER_KINDS = [
  ['Email', 'E-mail address'],
  ['Msisdn', 'Phone number'],
  ['Login', 'Login'],
] as const;

/** The identifiers of the account, its ids at partners, and pending links. */
export function SignInTab(props: AccountPageProps) {
  const isAdministrator = props.by.role === 'administrator';
  return (
    <>
      <Identifiers {...props} />
      {isAdministrator && (
        <div class="split">
          <AddIdentifier {...props} />
          <Connect {...props} />
        </div>
      )}
      <Links account={props.account} />
    </>
  );
}

function Identifiers({ by, account }: AccountPageProps) {
  const address = addressOfAccount(account.accountId);
  const remove = ({ type, identifierId, value }: AccountIdentifierView) => {
    if (by.role !== 'administrator') return null;
    if (isOwnType(type))
      return (
        <a
          href={`${address}/identifiers/${identifierId}/remove`}
          role="button"
          class="danger outline small"
          aria-label={`Remove ${value}`}
        >
          Remove
        </a>
      );
    return (
      type === 'ExternalId' && (
        <Action
          to={`${address}/external-ids/${identifierId}/disconnect`}
          verb="Disconnect"
          what={value}
          isDanger
        />
      )
    );
  };
  return (
    <section class="card" aria-labelledby="identifiers">
      <h2 id="identifiers">Identifiers</h2>
      <Table
        caption="Identifiers"
        rows={account.identifiers}
        keyOf={({ identifierId }) => identifierId}
        columns={[
          { name: 'Identifier', isText: true, cell: ({ value }) => value },
          { name: 'Kind', isText: true, cell: kindOf },
          {
            name: 'Confirmed',
            cell: ({ isValidated }) =>
              isValidated ? <Badge tone="good">Confirmed</Badge> : <Badge tone="warn">Not yet</Badge>,
          },
          { name: 'Action', isAction: true, cell: remove },
        ]}
      />
    </section>
  );
}

function kindOf({ type, issuer }: AccountIdentifierView): string {
  const name = IDENTIFIER_KINDS.find(([kind]) => kind === type)?.[1] ?? type;
  return issuer === null ? name : `${name} of ${issuer}`;
}

function AddIdentifier({ account, asksPassword, errors = {}, identifier }: AccountPageProps) {
  const field = fieldsOf(NewIdentifierBody, identifier ?? {}, identifier ? errors : {});
  const what =
    account.status === 'pending'
      ? 'An invitation is sent there.'
      : 'A link is sent to an address, which is added once the link was used. A login is added at once.';
  return (
    <form method="post" action={`${addressOfAccount(account.accountId)}/identifiers`} class="card">
      <h2>Add an identifier</h2>
      <p class="quiet">{what}</p>
      <Select {...field('type')} options={IDENTIFIER_KINDS} />
      <Field {...field('value')} type="text" longest={320} />
      {asksPassword && <PasswordField id="add-password" error={identifier && errors.password} />}
      <button type="submit">Add identifier</button>
    </form>
  );
}

function Connect({ account, errors = {}, externalId }: AccountPageProps) {
  const field = fieldsOf(ExternalIdBody, externalId ?? {}, externalId ? errors : {});
  return (
    <form method="post" action={`${addressOfAccount(account.accountId)}/external-ids`} class="card">
      <h2>Connect a partner account</h2>
      <Field
        {...field('issuer')}
        type="text"
        hint="The assertionIssuer of the partner’s client, or its client_id if it has none."
      />
      <Field
        {...field('value')}
        id="subject"
        type="text"
        hint="Must match exactly. Whoever signs in at the partner with this id gets access to this account."
      />
      <button type="submit" class="secondary">
        Connect
      </button>
    </form>
  );
}

/** Mailed links that have not been used yet. */
function Links({ account: { waitingLinks } }: Pick<AccountPageProps, 'account'>) {
  return (
    <TableCard
      id="links"
      title="Pending links"
      caption="Links that have not been used yet"
      rows={waitingLinks}
      keyOf={({ kind, sentTo, createdAt }) => `${kind} ${sentTo} ${createdAt.toISOString()}`}
      columns={[
        { name: 'For', cell: ({ kind }) => wordsOf(kind) },
        { name: 'Sent to', isText: true, cell: ({ sentTo }) => sentTo },
        { name: 'Sent', cell: ({ createdAt }) => <Moment at={createdAt} /> },
        { name: 'Expires', cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
      ]}
    />
  );
}

export function FamiliesTab({ account }: Pick<AccountPageProps, 'account'>) {
  return (
    <TableCard
      id="families"
      title="Families"
      none="Not a member of any family."
      rows={account.families}
      keyOf={({ familyId }) => familyId}
      columns={[
        {
          name: 'Family',
          isText: true,
          cell: ({ familyId, name }) => <a href={`/admin/families/${familyId}`}>{name}</a>,
        },
        {
          name: 'Role',
          cell: ({ accountType }) => capitalized(MEMBERSHIP_FIELDS.accountType.names[accountType]),
        },
      ]}
    />
  );
}

type RemovalProps = Pick<AccountPageProps, 'by' | 'account' | 'asksPassword' | 'errors' | 'problem'> & {
  readonly identifier: AccountIdentifierView;
};

export function removeIdentifierPage({ account, identifier, ...shown }: RemovalProps): string {
  const { asksPassword, errors = {} } = shown;
  const address = addressOfAccount(account.accountId);
  const back = addressOfTab(account.accountId, 'sign-in');
  return renderQuestion({
    ...shown,
    title: `Remove ${identifier.value}`,
    section: 'accounts',
    of: { name: account.name, href: back },
    lead: (
      <>
        {account.name} can no longer sign in with it. Links that were sent to it stop working, and the
        confirmed addresses of the account are told.
      </>
    ),
    children: (
      <div class="card">
        <ConfirmForm
          action={`${address}/identifiers/${identifier.identifierId}/remove`}
          verb="Remove identifier"
          isDanger
          asksPassword={asksPassword}
          error={errors.password}
        />
      </div>
    ),
  });
}
