import { createContext, type ComponentChildren, type JSX } from 'preact';
import { useContext } from 'preact/hooks';
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
  /** A code to type from elsewhere: large capitals, which no browser corrects. */
  readonly isCode?: boolean;
  /** What a script adds to the field, at its right or below. */
  readonly beside?: ComponentChildren;
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

/** What a field tells beside it. */
export interface FieldProblem {
  readonly id: string;
  readonly label: string;
  readonly error: string;
}

/** Collects what the fields of a page tell, for a page that counts it; null: nobody does. */
export const FieldProblems = createContext<FieldProblem[] | null>(null);

/** The error of a form as a whole; nothing without an error. */
export function FormError({ children }: { readonly children: ComponentChildren }) {
  if (children === undefined || children === false || children === '') return null;
  return (
    <p role="alert" class="notice error">
      {children}
    </p>
  );
}

/** The success message of a form; nothing without a message. */
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
  const { autocomplete = 'off', isOptional = false, isCode = false, beside, hint, error } = rest;
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
  const control =
    type === 'password' ? (
      <input {...input} type="password" maxlength={1024} />
    ) : (
      <input {...(textInput as JSX.IntrinsicElements['input'])} />
    );
  return (
    <Labelled {...{ name, label, id, hint, error, value: isTyped ? value : '' }}>
      {beside === undefined ? (
        control
      ) : (
        <div class="beside">
          {control}
          {beside}
        </div>
      )}
    </Labelled>
  );
}

/** One labelled selection; screen readers read its hint and error with it. */
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

/** One labelled field for several lines of text: rules, addresses, keys. */
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
      <Problem id={id} label={label} error={error} />
    </div>
  );
}

interface ChoiceProps extends Omit<LabelProps, 'hint'> {
  /** The chosen option; '': none yet. */
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string; readonly hint: string }[];
}

/** A choice of a few options, each with its meaning: nothing is preset, and the browser requires an answer. */
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
      <Problem id={id} target={`${id}-${options[0]?.value}`} label={label} error={error} />
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

interface ProblemProps extends Pick<LabelProps, 'label' | 'error'> {
  readonly id: string;
  /** The element that takes the focus; the one with the id, if left out. */
  readonly target?: string;
}

function Problem({ id, target = id, label, error }: ProblemProps) {
  const collected = useContext(FieldProblems);
  if (!error) return null;
  collected?.push({ id: target, label, error });
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

function Labelled({ name, label, id = name, hint, error, value = '', children }: LabelledProps) {
  const hosts = asciiHostsIn(value);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <Hint id={id} hint={hint} />
      {children}
      {hosts.length > 0 && <p class="hint">{hosts.join(', ')}</p>}
      <Problem id={id} label={label} error={error} />
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
