import type { ComponentChildren } from 'preact';
import type { Fields } from '../../../platform/records/field.js';
import { RecordFields } from '../../../platform/records/record-fields.js';
import { PasswordField } from './confirm-form.js';
import type { PageProps } from './console-frame.js';
import type { FormErrors } from './sent-form.js';

/** Of a page with the form of a record. */
export interface RecordFormProps extends PageProps {
  readonly fields: Fields;
  readonly values: Readonly<Record<string, string | boolean>>;
  readonly errors: FormErrors;
  readonly asksPassword: boolean;
}

interface RecordCardProps extends Pick<RecordFormProps, 'fields' | 'values' | 'errors' | 'asksPassword'> {
  readonly action: string;
  /** The state of the record that is changed; a new one has none. */
  readonly etag?: string;
  readonly title?: string;
  /** Text of the button. */
  readonly verb?: string;
  /** Fields before those of the table. */
  readonly first?: ComponentChildren;
  /** Fields after them. */
  readonly children?: ComponentChildren;
}

/** The form of a record, over its field table. */
export function RecordCard({
  action,
  etag,
  title,
  verb = 'Save changes',
  first,
  children,
  asksPassword,
  ...form
}: RecordCardProps) {
  return (
    <form method="post" action={action} class="card">
      {title !== undefined && <h2>{title}</h2>}
      {etag !== undefined && <input type="hidden" name="etag" value={etag} />}
      {first}
      <RecordFields fields={form.fields} values={form.values} errors={form.errors} />
      {children}
      {asksPassword && <PasswordField error={form.errors.password} />}
      <button type="submit">{verb}</button>
    </form>
  );
}
