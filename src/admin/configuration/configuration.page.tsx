import type { Administrator } from '../access/administrator.js';
import { ConfirmForm } from '../console/confirm-form.js';
import { renderConsole } from '../console/frame.js';

interface ConfigurationProps {
  readonly by: Administrator;
  readonly asksPassword: boolean;
  readonly error?: string;
}

export function configurationPage({ by, asksPassword, error }: ConfigurationProps): string {
  return renderConsole({
    title: 'Export and import',
    section: 'clients',
    by,
    children: (
      <>
        <p class="lead">
          Rulesets and clients as one file, so that what was tried on one server moves to another.
        </p>
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
        <div class="card">
          <h2>Import</h2>
          <p>The command line shows what would change, asks, and does all of it or nothing:</p>
          <pre class="lines" tabIndex={0}>
            <code>hearth import hearth-configuration.json</code>
          </pre>
        </div>
      </>
    ),
  });
}
