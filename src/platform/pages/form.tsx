import type { ComponentChildren, JSX } from 'preact';
import { asciiHostsIn } from './ascii-hosts.js';

/** A browser counts UTF-16 units: a login of 255 characters (D20) may have two of each. */
const LONGEST_LOGIN = 510;

interface LabelProps {
  readonly name: string;
  readonly label: string;
  /** Set where a page has several forms with this name. */
  readonly id?: string;
  /** Shown before the input. */
  readonly hint?: string;
  readonly error?: string;
}

interface FieldProps extends LabelProps {
  /** `datetime-local`: the browser's picker, whose label says the zone. */
  readonly type: 'text' | 'password' | 'number' | 'search' | 'datetime-local';
  readonly value?: string;
  /** Maximum length in characters. */
  readonly longest?: number;
  readonly isOptional?: boolean;
  /** A code that is read elsewhere and typed: large capitals, which no browser corrects. */
  readonly isCode?: boolean;
  readonly autocomplete?:
    | 'name'
    | 'given-name'
    | 'new-password'
    | 'current-password'
    | 'one-time-code'
    | 'username'
    | 'username webauthn'
    | 'off';
}

interface SelectProps extends LabelProps {
  readonly value: string;
  readonly autocomplete?: 'country' | 'language';
  readonly options: readonly (readonly [value: string, text: string])[];
}

/** Why a form did not do, as a whole; nothing where it did. */
export function FormError({ children }: { readonly children: ComponentChildren }) {
  if (children === undefined || children === false || children === '') return null;
  return (
    <p role="alert" class="notice error">
      {children}
    </p>
  );
}

/** What a form did; nothing where it did not. */
export function FormDone({ children }: { readonly children: ComponentChildren }) {
  if (children === undefined || children === false) return null;
  return (
    <p role="status" class="notice good">
      {children}
    </p>
  );
}

type ButtonProps = JSX.IntrinsicElements['button'];

/** The button that sends a form. */
export function Submit(props: ButtonProps) {
  return <button type="submit" {...props} />;
}

interface ButtonFormProps extends ButtonProps {
  readonly action: string;
}

/** A form that is one button. */
export function ButtonForm({ action, ...button }: ButtonFormProps) {
  return (
    <form method="post" action={action} class="plain">
      <Submit {...button} />
    </form>
  );
}

/** One labelled field; screen readers read its hint and error with it. */
export function Field({ name, label, id = name, type, value = '', ...rest }: FieldProps) {
  const { autocomplete = 'off', isOptional = false, isCode = false, hint, error } = rest;
  const { longest = autocomplete.startsWith('username') ? LONGEST_LOGIN : 255 } = rest;
  const input = { ...describedBy(id, hint, error), id, name, value, autocomplete, required: !isOptional };
  const isTyped = type === 'text' || type === 'search';
  const step = type === 'datetime-local' ? 'any' : undefined; // seconds may be given, and need not
  const inputmode = autocomplete === 'one-time-code' ? 'numeric' : undefined;
  const typedCode = isCode ? { class: 'code', autocapitalize: 'characters', spellcheck: false } : {};
  const textInput = {
    ...input,
    type,
    step,
    inputmode,
    maxlength: isTyped ? longest : undefined,
    ...typedCode,
  };
  return (
    <Labelled {...{ name, label, id, hint, error, value: isTyped ? value : '' }}>
      {type === 'password' ? (
        <input {...input} type="password" maxlength={1024} />
      ) : (
        <input {...(textInput as JSX.IntrinsicElements['input'])} />
      )}
    </Labelled>
  );
}

/** The same for a selection. */
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

interface TextAreaProps extends LabelProps {
  readonly value?: string;
  readonly rows?: number;
  readonly isOptional?: boolean;
}

/** The same for several lines of text: rules, addresses, keys. */
export function TextArea({ name, label, id = name, value = '', rows = 6, ...rest }: TextAreaProps) {
  const { isOptional = false, hint, error } = rest;
  const input = { ...describedBy(id, hint, error), id, name, rows, required: !isOptional };
  return (
    <Labelled {...{ name, label, id, hint, error, value }}>
      <textarea {...input} spellcheck={false}>
        {value}
      </textarea>
    </Labelled>
  );
}

interface FileProps extends LabelProps {
  /** The files that the browser offers first: `.json`. */
  readonly accept: string;
}

/** An optional file; its form is sent as multipart/form-data. */
export function FileField({ name, label, id = name, accept, hint, error }: FileProps) {
  return (
    <Labelled {...{ name, label, id, hint, error }}>
      <input {...describedBy(id, hint, error)} type="file" id={id} name={name} accept={accept} />
    </Labelled>
  );
}

interface CheckboxProps extends LabelProps {
  readonly isChecked: boolean;
}

/** A checkbox; browsers send nothing for "no". */
export function Checkbox({ name, label, id = name, isChecked, hint, error }: CheckboxProps) {
  return (
    <div class="field">
      <label for={id}>
        <input
          {...describedBy(id, hint, error)}
          type="checkbox"
          id={id}
          name={name}
          value="yes"
          checked={isChecked}
        />
        {label}
      </label>
      <Hint id={id} hint={hint} />
      <Problem id={id} error={error} />
    </div>
  );
}

interface ChoiceProps extends Omit<LabelProps, 'hint'> {
  /** What is chosen; '': nothing yet. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint: string }[];
}

/** One of few, each with what it means: nothing is preset, and a browser insists on an answer. */
export function Choice({ name, label, id = name, value, options, error }: ChoiceProps) {
  return (
    <fieldset class="field choice" {...describedBy(id, undefined, error)}>
      <legend>{label}</legend>
      {options.map((option) => (
        <div key={option.value}>
          <label for={`${id}-${option.value}`}>
            <input
              type="radio"
              id={`${id}-${option.value}`}
              name={name}
              value={option.value}
              checked={option.value === value}
              aria-describedby={`${id}-${option.value}-hint`}
              required
            />
            {option.label}
          </label>
          <Hint id={`${id}-${option.value}`} hint={option.hint} />
        </div>
      ))}
      <Problem id={id} error={error} />
    </fieldset>
  );
}

function Hint({ id, hint }: Pick<LabelProps, 'id' | 'hint'>) {
  if (!hint) return null;
  return (
    <small id={`${id}-hint`} class="hint">
      {hint}
    </small>
  );
}

function Problem({ id, error }: Pick<LabelProps, 'id' | 'error'>) {
  if (!error) return null;
  return (
    <small id={`${id}-error`} class="error">
      {error}
    </small>
  );
}

interface LabelledProps extends LabelProps {
  readonly value?: string;
  readonly children: JSX.Element;
}

function Labelled({ label, id, hint, error, value = '', children }: LabelledProps) {
  const hosts = asciiHostsIn(value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Hint id={id} hint={hint} />
      {children}
      {hosts.length > 0 && <p class="hint">{hosts.join(', ')}</p>}
      <Problem id={id} error={error} />
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
