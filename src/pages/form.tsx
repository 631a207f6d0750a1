interface FieldProps {
  readonly name: string;
  readonly label: string;
  readonly type: 'text' | 'password';
  readonly value?: string;
  readonly autocomplete: 'given-name' | 'new-password' | 'current-password' | 'username';
  /** Said before one types. */
  readonly hint?: string;
  readonly error?: string;
}

/** One labelled field; its hint and its error are read out with it. */
export function Field({ name, label, type, value = '', autocomplete, hint, error }: FieldProps) {
  const hintId = hint ? `${name}-hint` : '';
  const errorId = error ? `${name}-error` : '';
  const describedBy = [errorId, hintId].filter((id) => id !== '').join(' ') || undefined;
  const input = {
    id: name,
    name,
    value,
    autocomplete,
    required: true,
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': describedBy,
  };
  return (
    <div class="field">
      <label for={name}>{label}</label>
      {hint && (
        <small id={hintId} class="hint">
          {hint}
        </small>
      )}
      {type === 'password' ? (
        <input {...input} type="password" maxlength={1024} />
      ) : (
        <input {...input} type="text" maxlength={255} />
      )}
      {error && (
        <small id={errorId} class="error">
          {error}
        </small>
      )}
    </div>
  );
}
