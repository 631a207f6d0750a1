import type { JSX } from 'preact';

interface LabelProps {
  readonly name: string;
  readonly label: string;
  /** Where the name stands in several forms of a page. */
  readonly id?: string;
  /** Said before one types. */
  readonly hint?: string;
  readonly error?: string;
}

interface FieldProps extends LabelProps {
  readonly type: 'text' | 'password';
  readonly value?: string;
  readonly autocomplete: 'name' | 'given-name' | 'new-password' | 'current-password' | 'username' | 'off';
}

interface SelectProps extends LabelProps {
  readonly value: string;
  readonly autocomplete: 'country' | 'language';
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** One labelled field; its hint and its error are read out with it. */
export function Field({ name, label, id = name, type, value = '', autocomplete, hint, error }: FieldProps) {
  const input = { ...describedBy(id, hint, error), id, name, value, autocomplete, required: true };
  return (
    <Labelled {...{ name, label, id, hint, error }}>
      {type === 'password' ? (
        <input {...input} type="password" maxlength={1024} />
      ) : (
        <input {...input} type="text" maxlength={255} />
      )}
    </Labelled>
  );
}

/** The same for a choice. */
export function Select({ name, label, id = name, value, autocomplete, options, hint, error }: SelectProps) {
  return (
    <Labelled {...{ name, label, id, hint, error }}>
      <select {...describedBy(id, hint, error)} id={id} name={name} autocomplete={autocomplete}>
        {options.map(([option, text]) => (
          <option key={option} value={option} selected={option === value}>
            {text}
          </option>
        ))}
      </select>
    </Labelled>
  );
}

function Labelled({ label, id, hint, error, children }: LabelProps & { readonly children: JSX.Element }) {
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {hint && (
        <small id={`${id}-hint`} class="hint">
          {hint}
        </small>
      )}
      {children}
      {error && (
        <small id={`${id}-error`} class="error">
          {error}
        </small>
      )}
    </div>
  );
}

function describedBy(id: string | undefined, hint: string | undefined, error: string | undefined) {
  const ids = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean);
  return {
    'aria-invalid': error ? ('true' as const) : undefined,
    'aria-describedby': ids.join(' ') || undefined,
  };
}
