import { hearthCommand } from '../../platform/config/command-line.js';
import { Checkbox, FileField, TextArea } from '../../platform/pages/form.js';
import { ConfirmForm, PasswordField } from '../shell/console/confirm-form.js';
import { renderConsole, type PageProps } from '../shell/console/console-frame.js';

const PRUNE_HINT =
  'Deletes clients, rulesets, brandings, providers, webhooks and resources that are not in the file, with all consents and tokens for those clients, and what accounts are connected by to those providers; and revokes secrets that the file does not list. Shipped rulesets are kept, and all brandings, providers, webhooks or resources where the file has no list of them. Without this, an import only adds and changes.';

/** Labels of the fields of an import. `body` is the document itself, wherever it stood. */
export const IMPORT_LABELS = { file: 'Export file', document: 'Pasted contents', body: 'The document' };

interface ImportProps {
  /** The document as it was sent. */
  readonly text: string;
  readonly isPruning: boolean;
  readonly password?: string;
  /** The errors of the document. */
  readonly refusals?: readonly string[];
}

interface ConfigurationProps extends PageProps {
  readonly asksPassword: boolean;
  /** The error of the export's password field. */
  readonly error?: string;
  readonly sent?: ImportProps;
}

export function configurationPage({ asksPassword, error, sent, ...shown }: ConfigurationProps): string {
  return renderConsole({
    ...shown,
    title: 'Export and import',
    section: 'clients',
    children: (
      <>
        <p class="lead">
          All rulesets, clients, brandings, providers, webhooks and resources in one file, for instance to
          move a tested configuration to another server.
        </p>
        {sent?.refusals && <Refusals refusals={sent.refusals} />}
        <div class="card">
          <h2>Export</h2>
          <p>
            The file holds hashes of client secrets, and those of providers and webhooks as this server sealed
            them; never the secrets. Keep it confidential all the same: a weak secret could be guessed from
            its hash.
          </p>
          <ConfirmForm
            action="/admin/configuration"
            verb="Download export"
            asksPassword={asksPassword}
            error={error}
          />
        </div>
        <ImportForm {...(sent ?? { text: '', isPruning: false })} asksPassword={asksPassword} />
      </>
    ),
  });
}

function Refusals({ refusals }: { readonly refusals: readonly string[] }) {
  return (
    <div role="alert" class="notice error">
      <p>The import failed. Nothing was changed.</p>
      <ul>
        {refusals.map((refusal) => (
          <li key={refusal}>{refusal}</li>
        ))}
      </ul>
    </div>
  );
}

function ImportForm({
  text,
  isPruning,
  password,
  asksPassword,
}: ImportProps & { readonly asksPassword: boolean }) {
  return (
    <form
      method="post"
      action="/admin/configuration/preview"
      enctype="multipart/form-data"
      class="card"
      aria-labelledby="import"
    >
      <h2 id="import">Import</h2>
      <p>
        You will see a preview before anything is changed. On the command line: {hearthCommand('import FILE')}
        .
      </p>
      <FileField
        name="file"
        label={IMPORT_LABELS.file}
        accept=".json,application/json"
        hint="Up to 16 MiB."
      />
      <TextArea
        name="document"
        label={IMPORT_LABELS.document}
        rows={4}
        value={text}
        isOptional
        hint="Instead of a file."
      />
      <Checkbox
        name="prune"
        label="Also delete what is not in the file"
        isChecked={isPruning}
        hint={PRUNE_HINT}
      />
      {asksPassword && <PasswordField id="import-password" error={password} />}
      <button type="submit">Preview changes</button>
    </form>
  );
}
