import type { Administrator } from '../shell/access/administrator.js';
import { ConfirmForm } from '../shell/console/confirm-form.js';
import { renderConsole } from '../shell/console/frame.js';
import { ChangeList, counted } from './change-list.js';
import type { ConfigurationChange } from './configuration.view.js';

interface PreviewProps {
  readonly by: Administrator;
  readonly asksPassword: boolean;
  /**
   * The document. The form carries it, so that what was previewed is imported and the server keeps nothing in between.
   */
  readonly text: string;
  readonly isPruning: boolean;
  readonly changes: readonly ConfigurationChange[];
  readonly etag: string;
  /** The error of the password field. */
  readonly password?: string;
  readonly problem?: string;
}

export function configurationPreviewPage({ by, changes, problem, ...form }: PreviewProps): string {
  return renderConsole({
    title: 'Preview of the import',
    section: 'clients',
    under: [{ name: 'Export and import', href: '/admin/configuration' }],
    by,
    problem,
    children: (
      <>
        <p class="lead">
          {changes.length === 0
            ? 'There are no differences: the server already has everything in the file.'
            : `${counted(changes)}. Nothing has been changed yet. The import applies all changes or none.`}
        </p>
        <ChangeList changes={changes} />
        {changes.length > 0 && <ApplyForm changes={changes} {...form} />}
        <p class="after">
          <a href="/admin/configuration">Choose another file</a>
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
        verb={changes.length === 1 ? 'Apply this change' : `Apply these ${changes.length} changes`}
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
