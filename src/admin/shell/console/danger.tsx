import { Field } from '../../../platform/pages/form.js';
import type { FormErrors } from './checked.js';
import { PasswordField } from './confirm-form.js';

export interface DangerProps {
  /** Where the form goes. */
  readonly action: string;
  /** What is to be typed, so that nobody does it by a slip. */
  readonly name: string;
  /** What happens: "Delete the client". */
  readonly verb: string;
  readonly etag?: string;
  /** The password was not given in the last minutes. */
  readonly asksPassword: boolean;
  readonly errors?: FormErrors;
}

/** The form of what can't be undone: the name is typed, and the password given unless it just was. */
export function DangerForm({ action, name, verb, etag, asksPassword, errors = {} }: DangerProps) {
  return (
    <form method="post" action={action} class="card danger">
      {etag !== undefined && <input type="hidden" name="etag" value={etag} />}
      <Field name="typed" label={`Type ${name} to confirm`} type="text" error={errors.typed} />
      {asksPassword && <PasswordField error={errors.password} />}
      <button type="submit" class="danger">
        {verb}
      </button>
    </form>
  );
}
