import type { PageProps } from '../shell/console/console-frame.js';
import { Field } from '../../platform/pages/form.js';
import { Action } from '../shell/console/actions.js';
import { addressWith } from '../shell/console/list.js';
import type { Filters } from './audit-search.args.js';
import type { SavedFilter } from './saved-filter.entity.js';

const AUDIT = '/admin/audit';

interface SavedProps extends PageProps {
  readonly saved: readonly SavedFilter[];
  /** The filters in force, which the form saves. */
  readonly filters: Filters;
  readonly name?: string;
}

/** The saved filters, and the form that saves those in force. */
export function Saved({ by, saved, filters, errors = {}, name }: SavedProps) {
  const isAdministrator = by.role === 'administrator';
  const isSet = Object.keys(filters).length > 0;
  if (saved.length === 0 && !(isAdministrator && isSet)) return null;
  return (
    <div class="saved">
      {saved.length > 0 && (
        <ul class="chips" aria-label="Saved filters">
          {saved.map(({ id, name: called, filters: kept }) => (
            <li key={id}>
              <a href={addressWith(AUDIT, kept)} aria-current={isSame(kept, filters) ? 'true' : undefined}>
                {called}
              </a>
            </li>
          ))}
        </ul>
      )}
      {isAdministrator && isSet && (
        <details open={name !== undefined}>
          <summary>Save these filters</summary>
          <form method="post" action={`${AUDIT}/filters`} class="plain">
            {Object.entries(filters).map(([key, value]) => (
              <input key={key} type="hidden" name={key} value={value} />
            ))}
            <Field
              name="name"
              label="Name"
              type="text"
              longest={60}
              value={name}
              error={errors.name}
              hint="For all administrators and support. An account is saved by its number."
            />
            <button type="submit" class="secondary">
              Save filters
            </button>
          </form>
        </details>
      )}
      {isAdministrator && saved.length > 0 && (
        <details>
          <summary>Delete saved filters</summary>
          {saved.map(({ id, name: called }) => (
            <p key={id}>
              {called} <Action to={`${AUDIT}/filters/${id}/delete`} verb="Delete" what={called} isDanger />
            </p>
          ))}
        </details>
      )}
    </div>
  );
}

/** Saves a filter that was deleted under its name again. */
export function UndoDeletion({ name, filters }: { readonly name: string; readonly filters: Filters }) {
  return (
    <Action to={`${AUDIT}/filters`} verb="Undo">
      <input type="hidden" name="name" value={name} />
      {Object.entries(filters).map(([key, value]) => (
        <input key={key} type="hidden" name={key} value={value} />
      ))}
    </Action>
  );
}

function isSame(kept: Filters, filters: Filters): boolean {
  return addressWith('', sorted(kept)) === addressWith('', sorted(filters));
}

function sorted(filters: Filters): Filters {
  return Object.fromEntries(Object.entries(filters).sort(([one], [other]) => (one < other ? -1 : 1)));
}
