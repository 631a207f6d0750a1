import { addressOfClient } from '../clients/clients.page.js';
import type { PreviewedCall, RulesetPreviewView } from './ruleset.view.js';

interface PreviewProps {
  readonly preview: RulesetPreviewView;
  readonly isNew?: boolean;
}

/** What the rules in the form would do; nothing is saved yet. */
export function PreviewOf({
  preview: { calls, clients, changed, asking, idle },
  isNew = false,
}: PreviewProps) {
  const allowed = calls.filter((call) => call.allowed);
  const isChanged = (call: PreviewedCall): boolean => changed.includes(call.name);
  return (
    <section class="after" id="preview" aria-labelledby="preview-heading">
      <h2 id="preview-heading">Preview (not saved yet)</h2>
      {idle.length > 0 && (
        <p class="wrong">These rules match no call: {idle.join(', ')}. See /docs for the names of calls.</p>
      )}
      {!isNew && changed.length + asking.length === 0 && <p>No call is affected.</p>}
      <Calls title="Newly allowed" calls={allowed.filter(isChanged)} />
      <Calls title="Newly refused" calls={calls.filter((call) => !call.allowed && isChanged(call))} />
      <Calls title="Asking for another sign-in" calls={allowed.filter(({ name }) => asking.includes(name))} />
      {clients.length > 0 && (
        <p>
          Affected clients:{' '}
          {clients.map((clientId, index) => (
            <span key={clientId}>
              {index > 0 && ', '}
              <a href={addressOfClient(clientId)}>{clientId}</a>
            </span>
          ))}
        </p>
      )}
      <details open={isNew}>
        <summary>
          {allowed.length} of {calls.length} calls allowed
        </summary>
        <Calls calls={allowed} />
      </details>
    </section>
  );
}

function Calls({ title, calls }: { readonly title?: string; readonly calls: readonly PreviewedCall[] }) {
  if (calls.length === 0) return null;
  return (
    <>
      {title !== undefined && <h3>{title}</h3>}
      <ul>
        {calls.map(({ name, summary, rule }) => (
          <li key={name}>
            <code>{name}</code> {summary} <span class="quiet">({rule ?? 'no rule matches'})</span>
          </li>
        ))}
      </ul>
    </>
  );
}
