import { PROFILE_FIELDS } from '../../identity/accounts/account.fields.js';
import { Field, Select } from '../../platform/pages/form.js';
import type { Typed } from '../../platform/records/typed-form.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import { fieldsOf } from '../shell/console/fields-of.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';
import { IDENTIFIER_KINDS } from './account-identity.page.js';
import { NewAccountBody } from './new-account.args.js';
import { ACCOUNTS } from './accounts.page.js';
import { PROFILE_CHOICES } from './profile-choices.js';

const NEW_ACCOUNT = `${ACCOUNTS}/new`;

interface NewAccountProps extends PageProps {
  readonly profile: Typed<typeof PROFILE_FIELDS>;
  readonly identifier: Partial<Pick<NewAccountBody, 'type' | 'identifier'>>;
}

export function newAccountPage({ profile, identifier, errors = {}, ...shown }: NewAccountProps): string {
  const field = fieldsOf(NewAccountBody, identifier, errors);
  const { name, ...others } = PROFILE_FIELDS;
  const record = { values: profile, errors, choices: PROFILE_CHOICES };
  return renderConsole({
    ...shown,
    title: 'New account',
    section: 'accounts',
    children: (
      <>
        <p class="lead">
          The person gets an invitation, and chooses a password by its link. Nobody else ever knows it.
        </p>
        <form method="post" action={NEW_ACCOUNT} class="card">
          <RecordFields {...record} fields={{ name }} />
          <Select {...field('type')} options={IDENTIFIER_KINDS} />
          <Field
            {...field('identifier')}
            type="text"
            longest={320}
            hint="What the person signs in with. The invitation is sent there; for a login it waits in the outbox, for you to pass on."
          />
          <RecordFields {...record} fields={others} />
          <button type="submit">Create account</button>
        </form>
      </>
    ),
  });
}
