import type { ComponentChildren } from 'preact';
import { Field } from '../../pages/form.js';

interface ConfirmProps {
  readonly action: string;
  /** What the button does: "Add a secret". */
  readonly verb: string;
  readonly etag?: string;
  readonly isDanger?: boolean;
  /** It carries much: sent as multipart/form-data. */
  readonly isMultipart?: boolean;
  readonly asksPassword: boolean;
  /** What is wrong with the password. */
  readonly error?: string;
  /** Where one page has several of them. */
  readonly id?: string;
  readonly children?: ComponentChildren;
}

/** A form of one button that needs nothing but the password, unless that was just given. */
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

/** Asked where the last time was more than a few minutes ago. */
export function PasswordField({ id, error }: Pick<ConfirmProps, 'id' | 'error'>) {
  return (
    <Field
      name="password"
      id={id}
      label="Your password"
      type="password"
      autocomplete="current-password"
      hint="Once more: you gave it more than 5 minutes ago."
      error={error}
    />
  );
}
