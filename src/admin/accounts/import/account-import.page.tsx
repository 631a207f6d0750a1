import { TextArea } from '../../../platform/pages/form.js';
import { addressOfAccount, ACCOUNTS } from '../accounts.page.js';
import { fieldsOf } from '../../shell/console/fields-of.js';
import { PasswordField } from '../../shell/console/confirm-form.js';
import { renderConsole, type PageProps } from '../../shell/console/console-frame.js';
import { Table } from '../../shell/console/list.js';
import { State } from '../../shell/console/state.js';
import { ImportForm } from './account-import.args.js';
import type { ImportedLine } from './account-import.view.js';

const EXAMPLE =
  '{"name":"Anna","identifiers":[{"type":"Email","value":"anna@family.example","isValidated":true}],"passwordHash":"$2b$10$…"}';

interface ImportProps extends PageProps {
  readonly text: string;
  readonly asksPassword: boolean;
  readonly lines?: readonly ImportedLine[];
}

export function accountImportPage({ text, asksPassword, lines, errors = {}, ...shown }: ImportProps): string {
  const field = fieldsOf(ImportForm, { lines: text }, errors);
  return renderConsole({
    ...shown,
    title: 'Import accounts',
    section: 'accounts',
    children: (
      <>
        <p class="lead">
          Import accounts from another system, with their passwords if those are hashes by bcrypt, argon2id,
          scrypt or PBKDF2. Existing accounts are not changed, so you can repeat an import. For more than a
          few hundred accounts, use <code>hearth import accounts FILE</code>.
        </p>
        {lines && <Outcome lines={lines} />}
        <form method="post" action={`${ACCOUNTS}/import`} class="card">
          <TextArea
            {...field('lines')}
            rows={10}
            hint={`Example: ${EXAMPLE}. Without passwordHash an account is pending until its user accepts an invitation.`}
          />
          {asksPassword && <PasswordField error={errors.password} />}
          <button type="submit">Import</button>
        </form>
        <p class="after">
          <a href={ACCOUNTS}>Back to accounts</a>
        </p>
      </>
    ),
  });
}

function Outcome({ lines }: { readonly lines: readonly ImportedLine[] }) {
  const count = (result: ImportedLine['result']) => lines.filter((line) => line.result === result).length;
  return (
    <>
      <p role="status" class="notice">
        {count('created')} created, {count('exists')} already existed, {count('invalid')} refused.
      </p>
      <Table
        caption="Result of each line"
        rows={lines}
        keyOf={({ line }) => String(line)}
        columns={[
          { name: 'Line', cell: ({ line }) => line },
          { name: 'Result', cell: ({ result }) => <State of={result} /> },
          {
            name: 'Account',
            cell: ({ accountId }) => accountId && <a href={addressOfAccount(accountId)}>{accountId}</a>,
          },
          { name: 'Reason', isProse: true, cell: ({ message }) => message },
        ]}
      />
    </>
  );
}
