import type { Administrator } from '../shell/access/administrator.js';
import { ConfirmForm } from '../shell/console/confirm-form.js';
import { renderConsole } from '../shell/console/frame.js';
import { ChangeList, counted } from './change-list.js';
import type { ConfigurationChange } from './configuration.view.js';

interface PreviewProps {
  readonly by: Administrator;
  readonly asksPassword: boolean;
  /** The document, which comes back with the form: what was shown is what is imported, and nothing is kept meanwhile. */
  readonly text: string;
  readonly isPruning: boolean;
  readonly changes: readonly ConfigurationChange[];
  readonly etag: string;
  /** What is wrong with the password. */
  readonly password?: string;
  readonly problem?: string;
}

export function configurationPreviewPage({ by, changes, problem, ...form }: PreviewProps): string {
  return renderConsole({
    title: 'What the import would change',
    section: 'clients',
    by,
    problem,
    children: (
      <>
        <p class="lead">
          {changes.length === 0
            ? 'There are no differences: everything in it is here already.'
            : `${counted(changes)}. Nothing is changed yet; all of it will be, or nothing.`}
        </p>
        <ChangeList changes={changes} />
        {changes.length > 0 && <ApplyForm changes={changes} {...form} />}
        <p class="after">
          <a href="/admin/configuration">Import something else</a>
        </p>
      </>
    ),
  });
}

type ApplyProps = Omit<PreviewProps, 'by' | 'problem'>;

function ApplyForm({ changes, text, isPruning, etag, asksPassword, password }: ApplyProps) {
  const deletes = changes.some(({ action }) => action === 'delete');
  return (
    <div class={deletes ? 'card danger' : 'card'}>
      <ConfirmForm
        action="/admin/configuration/import"
        verb={changes.length === 1 ? 'Make this change' : `Make these ${changes.length} changes`}
        etag={etag}
        isDanger={deletes}
        isMultipart
        asksPassword={asksPassword}
        error={password}
      >
        <input type="hidden" name="document" value={text} />
        {isPruning && <input type="hidden" name="prune" value="yes" />}
      </ConfirmForm>
    </div>
  );
}
