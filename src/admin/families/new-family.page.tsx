import { NEW_FAMILY_FIELDS } from '../../identity/families/family.fields.js';
import type { Typed } from '../../platform/records/form.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import type { Administrator } from '../shell/access/administrator.js';
import type { FormErrors } from '../shell/console/sent-form.js';
import { renderConsole } from '../shell/console/frame.js';

export const NEW_FAMILY = '/admin/new-family';

interface NewProps {
  readonly by: Administrator;
  readonly values: Typed<typeof NEW_FAMILY_FIELDS>;
  readonly errors?: FormErrors;
  readonly problem?: string;
}

export function newFamilyPage({ by, values, errors = {}, problem }: NewProps): string {
  return renderConsole({
    title: 'New family',
    section: 'families',
    by,
    problem,
    children: (
      <form method="post" action={NEW_FAMILY} class="card">
        <RecordFields fields={NEW_FAMILY_FIELDS} values={values} errors={errors} />
        <button type="submit">Create family</button>
      </form>
    ),
  });
}
