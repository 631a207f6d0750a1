import { Field, Select } from '../../platform/pages/form.js';
import { Action, Badge } from '../shell/console/actions.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import { Table } from '../shell/console/list.js';
import { MEMBERSHIP_FIELDS } from '../../identity/families/family.fields.js';
import { ExternalIdBody, RoleForm } from './account.args.js';
import type { AccountPageProps } from './account-page-props.js';
import type { AccountIdentifierView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

const ROLES = [
  ['none', 'none'],
  ['support', 'support: can read, and help users'],
  ['administrator', 'administrator: full access'],
] as const;

/** The identifiers of an account, including its ids at partners. */
export function Identifiers({ by, account, errors = {}, values = {} }: AccountPageProps) {
  const address = `${addressOfAccount(account.accountId)}/external-ids`;
  const isAdministrator = by.role === 'administrator';
  const field = fieldsOf(ExternalIdBody, values, errors);
  const disconnect = ({ type, identifierId, value }: AccountIdentifierView) =>
    isAdministrator &&
    type === 'ExternalId' && (
      <Action to={`${address}/${identifierId}/disconnect`} verb="Disconnect" what={value} />
    );
  return (
    <section class="card" aria-labelledby="identifiers">
      <h2 id="identifiers">Identifiers</h2>
      <Table
        caption="Identifiers"
        rows={account.identifiers}
        keyOf={({ identifierId }) => identifierId}
        columns={[
          { name: 'Value', cell: ({ value }) => value },
          { name: 'Type', cell: ({ type, issuer }) => (issuer === null ? type : `${type} of ${issuer}`) },
          { name: 'Confirmed', cell: ({ isValidated }) => (isValidated ? 'yes' : <Badge>not yet</Badge>) },
          { name: 'Action', cell: disconnect },
        ]}
      />
      {isAdministrator && (
        <details open={errors.issuer !== undefined || errors.value !== undefined}>
          <summary>Connect a partner account</summary>
          <form method="post" action={address} class="plain">
            <Field
              {...field('issuer')}
              type="text"
              hint="The assertionIssuer of the partner’s client, or its client_id if it has none."
            />
            <Field
              {...field('value')}
              type="text"
              hint="Must match exactly. Whoever signs in at the partner with this id gets access to this account."
            />
            <button type="submit">Connect</button>
          </form>
        </details>
      )}
    </section>
  );
}

export function Families({ account }: Pick<AccountPageProps, 'account'>) {
  return (
    <section class="card" aria-labelledby="families">
      <h2 id="families">Families</h2>
      {account.families.length === 0 ? (
        <p class="quiet">Not a member of any family.</p>
      ) : (
        <Table
          caption="Families"
          rows={account.families}
          keyOf={({ familyId }) => familyId}
          columns={[
            {
              name: 'Family',
              cell: ({ familyId, name }) => <a href={`/admin/families/${familyId}`}>{name}</a>,
            },
            { name: 'Role', cell: ({ accountType }) => MEMBERSHIP_FIELDS.accountType.names[accountType] },
          ]}
        />
      )}
    </section>
  );
}

export function Role({ account, etag, asksPassword, errors = {}, values }: AccountPageProps) {
  const field = fieldsOf(RoleForm, {}, errors);
  const role = values?.role === undefined ? account.role : values.role;
  return (
    <form method="post" action={`${addressOfAccount(account.accountId)}/role`} class="card">
      <h2>Administration role</h2>
      <input type="hidden" name="etag" value={etag} />
      <Select {...field('role')} value={role ?? 'none'} options={ROLES} />
      {asksPassword && <PasswordField error={errors.password} />}
      <button type="submit" class="secondary">
        Change role
      </button>
    </form>
  );
}
