import { Field } from '../../../platform/pages/form.js';
import type { FormErrors } from './sent-form.js';
import { PasswordField } from './confirm-form.js';

export interface DangerProps {
  /** The path that the form is posted to. */
  readonly action: string;
  /** The text to type, so that nobody does it by mistake. */
  readonly name: string;
  /** Text of the button: "Delete client". */
  readonly verb: string;
  readonly etag?: string;
  /** Whether the form needs the password: it was not confirmed in the last minutes. */
  readonly asksPassword: boolean;
  readonly errors?: FormErrors;
}

/** The form of an irreversible action. It asks for the name, and for the password unless it was just confirmed. */
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

interface DangerZoneProps {
  /** The page with the `DangerForm`. */
  readonly href: string;
  readonly verb: string;
  /** One sentence about what is lost. */
  readonly about: string;
}

/** The end of a record's page: an action that can't be undone, apart from all others. */
export function DangerZone({ href, verb, about }: DangerZoneProps) {
  return (
    <section class="card danger danger-zone" aria-labelledby="danger-zone">
      <h2 id="danger-zone">Danger zone</h2>
      <div class="app">
        <div>{about}</div>
        <a href={href} role="button" class="danger outline">
          {verb}
        </a>
      </div>
    </section>
  );
}
