import { ACCOUNT_FIELDS, PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { Select } from '../../platform/pages/form.js';
import { formOf } from '../../platform/records/typed-form.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import { PasswordField } from '../shell/console/confirm-form.js';
import { DangerZone } from '../shell/console/danger.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { RoleForm } from './admin-account.args.js';
import type { AccountPageProps } from './account-page-props.js';
import { addressOfAccount } from './accounts.page.js';
import { MakeSetupCode } from './setup-code.page.js';
import { countryName, languageName, PROFILE_CHOICES } from './profile-choices.js';

const ROLES = [
  ['none', 'None'],
  ['support', 'Support: can read, and help users'],
  ['administrator', 'Administrator: full access'],
] as const;

/** Name, country, language and role. Support can only read them. */
export function ProfileTab(props: AccountPageProps) {
  const { by, account } = props;
  if (by.role !== 'administrator') return <ProfileFacts {...props} />;
  return (
    <>
      <div class="split">
        <ProfileForm {...props} />
        <Role {...props} />
      </div>
      <MakeSetupCode {...props} />
      <DangerZone
        href={`${addressOfAccount(account.accountId)}/delete`}
        verb="Delete account"
        about="Deletes its identifiers, sessions, devices, consents and memberships too. This can’t be undone."
      />
    </>
  );
}

function ProfileFacts({ account: { name, countryCode, locale } }: AccountPageProps) {
  const { countryCode: country, locale: language } = PROFILE_FIELDS;
  const none = <span class="quiet">Not given</span>;
  return (
    <section class="card" aria-labelledby="profile">
      <h2 id="profile">Profile</h2>
      <dl class="pairs">
        <dt>{PROFILE_FIELDS.name.label}</dt>
        <dd>{name}</dd>
        <dt>{country.label}</dt>
        <dd>{countryName(countryCode) ?? none}</dd>
        <dt>{language.label}</dt>
        <dd>{languageName(locale) ?? none}</dd>
      </dl>
    </section>
  );
}

function ProfileForm({ account, etag, profile, errors = {} }: AccountPageProps) {
  const values = profile ?? formOf(PROFILE_FIELDS, account);
  return (
    <form method="post" action={addressOfAccount(account.accountId)} class="card">
      <h2>Profile</h2>
      <input type="hidden" name="etag" value={etag} />
      <RecordFields fields={PROFILE_FIELDS} values={values} errors={errors} choices={PROFILE_CHOICES} />
      <button type="submit">Save changes</button>
    </form>
  );
}

function Role({ account, etag, asksPassword, errors = {}, values }: AccountPageProps) {
  const field = fieldsOf(RoleForm, {}, errors);
  const role = values?.role === undefined ? account.role : values.role;
  return (
    <form method="post" action={`${addressOfAccount(account.accountId)}/role`} class="card">
      <h2>Administration {ACCOUNT_FIELDS.role.label.toLowerCase()}</h2>
      <input type="hidden" name="etag" value={etag} />
      <Select {...field('role')} value={role ?? 'none'} options={ROLES} />
      {asksPassword && <PasswordField error={values === null ? undefined : errors.password} />}
      <button type="submit" class="secondary">
        Change role
      </button>
    </form>
  );
}
