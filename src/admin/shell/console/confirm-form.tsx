import type { ComponentChildren } from 'preact';
import { Field } from '../../../platform/pages/form.js';

interface ConfirmProps {
  readonly action: string;
  /** Text of the button: "Add secret". */
  readonly verb: string;
  readonly etag?: string;
  readonly isDanger?: boolean;
  /** Large forms are sent as multipart/form-data. */
  readonly isMultipart?: boolean;
  readonly asksPassword: boolean;
  /** The error of the password field. */
  readonly error?: string;
  /** Id of the password field, if the page has several. */
  readonly id?: string;
  readonly children?: ComponentChildren;
}

/** A form of one button, with a password field unless the password was just confirmed. */
export function ConfirmForm({
  action,
  verb,
  etag,
  isDanger,
  isMultipart = false,
  asksPassword,
  error,
  id,
  children,
}: ConfirmProps) {
  return (
    <form
      method="post"
      action={action}
      enctype={isMultipart ? 'multipart/form-data' : undefined}
      class="plain"
    >
      {etag !== undefined && <input type="hidden" name="etag" value={etag} />}
      {children}
      {asksPassword && <PasswordField id={id} error={error} />}
      <button type="submit" class={isDanger ? 'danger' : 'secondary'}>
        {verb}
      </button>
    </form>
  );
}

/** The password field of a form that was refused because it would give a client access to the administration. */
export function AdministeringPassword({ id, error }: Pick<ConfirmProps, 'id' | 'error'>) {
  if (error === undefined) return null;
  return (
    <PasswordField
      id={id}
      error={error}
      hint="Required because this change gives a client access to the administration."
    />
  );
}

interface PasswordProps extends Pick<ConfirmProps, 'id' | 'error'> {
  readonly hint?: string;
}

/** Shown if the password was last confirmed more than a few minutes ago. */
export function PasswordField({
  id,
  error,
  hint = 'Confirm your password: you last entered it more than 5 minutes ago.',
}: PasswordProps) {
  return (
    <Field
      name="password"
      id={id}
      label="Your password"
      type="password"
      autocomplete="current-password"
      hint={hint}
      error={error}
    />
  );
}
