import { Field, Select } from '../../platform/pages/form.js';
import { Action, Badge } from '../shell/console/actions.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import { Table } from '../shell/console/list.js';
import { FAMILY_ROLES } from '../families/family-words.js';
import { ExternalIdBody, RoleForm } from './account.args.js';
import type { AccountPageProps } from './account-page-props.js';
import type { AccountIdentifierView } from './account.view.js';
import { addressOfAccount } from './accounts.page.js';

const ROLES = [
  ['none', 'none'],
  ['support', 'support: reads, and helps users'],
  ['administrator', 'administrator: everything'],
] as const;

/** How the account is known, and to which partners. */
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
          <summary>Connect a partner’s id</summary>
          <form method="post" action={address} class="plain">
            <Field
              {...field('issuer')}
              type="text"
              hint="Who vouches for the user: the assertionIssuer of the partner’s client, or its client_id."
            />
            <Field
              {...field('value')}
              type="text"
              hint="To the letter. Who signs in at the partner with it gets into this account."
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
        <p class="quiet">In none.</p>
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
            { name: 'As', cell: ({ accountType }) => FAMILY_ROLES[accountType] },
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
      <h2>Role in the administration</h2>
      <input type="hidden" name="etag" value={etag} />
      <Select {...field('role')} value={role ?? 'none'} options={ROLES} />
      {asksPassword && <PasswordField error={errors.password} />}
      <button type="submit" class="secondary">
        Change the role
      </button>
    </form>
  );
}
