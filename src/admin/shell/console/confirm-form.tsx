import type { ComponentChildren } from 'preact';
import { Field } from '../../../platform/pages/form.js';

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

/** Where values were refused that could let a client administer: the same form, with the password. */
export function AdministeringPassword({ id, error }: Pick<ConfirmProps, 'id' | 'error'>) {
  if (error === undefined) return null;
  return <PasswordField id={id} error={error} hint="Once more, since clients could administer by it." />;
}

interface PasswordProps extends Pick<ConfirmProps, 'id' | 'error'> {
  readonly hint?: string;
}

/** Asked where the last time was more than a few minutes ago. */
export function PasswordField({
  id,
  error,
  hint = 'Once more: you gave it more than 5 minutes ago.',
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
