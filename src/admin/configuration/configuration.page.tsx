import { hearthCommand } from '../../platform/config/command-line.js';
import { Checkbox, FileField, TextArea } from '../../platform/pages/form.js';
import type { Administrator } from '../shell/access/administrator.js';
import { ConfirmForm, PasswordField } from '../shell/console/confirm-form.js';
import { renderConsole } from '../shell/console/frame.js';

const PRUNE_HINT =
  'Clients and rulesets that it does not name are deleted, with every user’s consent and tokens; secrets of its clients that it does not list end. Shipped rulesets stay. Otherwise an import only adds and changes.';

interface ImportProps {
  /** As it was sent. */
  readonly text: string;
  readonly isPruning: boolean;
  readonly password?: string;
  /** What is wrong with the document, one after the other. */
  readonly refusals?: readonly string[];
}

interface ConfigurationProps {
  readonly by: Administrator;
  readonly asksPassword: boolean;
  readonly done?: string;
  /** What is wrong with the password of the export. */
  readonly error?: string;
  readonly sent?: ImportProps;
}

export function configurationPage({ by, asksPassword, done, error, sent }: ConfigurationProps): string {
  return renderConsole({
    title: 'Export and import',
    section: 'clients',
    by,
    done,
    children: (
      <>
        <p class="lead">
          Rulesets and clients as one file, so that what was tried on one server moves to another.
        </p>
        {sent?.refusals && <Refusals refusals={sent.refusals} />}
        <div class="card">
          <h2>Export</h2>
          <p>
            Of secrets it holds what they are checked against, never a secret. Keep it to yourself all the
            same: a secret that somebody thought up could be guessed from it.
          </p>
          <ConfirmForm
            action="/admin/configuration"
            verb="Download the export"
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
      <p>It can’t be imported. Nothing was changed.</p>
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
      <p>You see what would change before anything does. In a shell: {hearthCommand('import FILE')}.</p>
      <FileField name="file" label="An export" accept=".json,application/json" hint="Up to 16 MiB." />
      <TextArea name="document" label="Or paste one" rows={4} value={text} isOptional />
      <Checkbox
        name="prune"
        label="Also delete what it does not name"
        isChecked={isPruning}
        hint={PRUNE_HINT}
      />
      {asksPassword && <PasswordField id="import-password" error={password} />}
      <button type="submit">Show what would change</button>
    </form>
  );
}
