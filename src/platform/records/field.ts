/**
 * The declaration of a member of a record, from which everything that accepts, shows, stores or documents it is derived.
 * Plain data: the derivations are in the files beside this one and in `scripts`.
 */
interface Described {
  /** Label of the form field, also used in error messages. */
  readonly label: string;
  /**
   * The description, in Markdown, as the end of a sentence. It is used in docs/*.md, in the API, and by default as the hint of
   * the form field and the help of the option.
   */
  readonly about: string;
  /** Hint of the form field, if it differs from the description, such as what to type; true: the description. */
  readonly hint?: string | true;
  readonly example?: unknown;
  /** Its name in the interface document (docs/interface.md). */
  readonly interfaceName?: string;
  /** Its option and output in the command line. */
  readonly cli: CommandLineField;
  /** Must be given when the record is created. */
  readonly isRequired?: true;
  /** Can't be changed after the record was created. */
  readonly isFixed?: true;
  /** The audit records that it changed, but not the values: it is personal data or a credential. */
  readonly isHidden?: true;
  /** Its group in the form, collapsed unless one of the group's fields is set. */
  readonly group?: string;
  /** Not part of the form, but changed on a page of its own or by a button. */
  readonly isOffForm?: true;
  /** Initial value of a new record in the console and the command line. */
  readonly startsAs?: string;
}

interface CommandLineField {
  /** Label in the output of `get`. */
  readonly shown: string;
  /** Absent: it has no option, but is an argument or has a command of its own. */
  readonly option?: ValueOption | SwitchOption;
}

/** An option such as `--access-lifetime <seconds>`; "none" is allowed if the field may be null or is a list. */
interface ValueOption {
  readonly flag: string;
  readonly value: string;
  /** A shorter description, or one that explains "none"; absent: the description of the field. */
  readonly help?: string;
}

/** A pair of options such as `--strict` and `--no-strict`. */
interface SwitchOption {
  readonly flag: string;
  readonly help: string;
  readonly helpOff: string;
  /** The value to send; true and false by default. */
  readonly on?: string;
  readonly off?: string;
  /** An option of its own for a third value, such as `--fapi2`. */
  readonly also?: { readonly flag: string; readonly help: string; readonly value: string };
}

/** null is a meaningful value: the default of the settings, or none. */
interface Nullable {
  readonly isNullable?: true;
}

/** Returns the error of a value of the right type, which continues a label or name ("must be …"), or null. */
export type FieldRule<V> = (value: V) => string | null | Promise<string | null>;

/** Converts a sent text to the form in which it is checked and stored. */
type Kept = (sent: string) => string;

export interface TextField extends Described, Nullable {
  readonly kind: 'text';
  readonly shortest?: number;
  readonly longest?: number;
  readonly pattern?: { readonly regex: RegExp; readonly meaning: string };
  readonly rule?: FieldRule<string>;
  readonly kept?: Kept;
}

export interface ChoiceField<V extends string = string> extends Described, Nullable {
  readonly kind: 'choice';
  readonly choices: readonly V[];
  /** Texts of the choices in the form; at '' the text for no choice. */
  readonly choiceTexts?: Readonly<Partial<Record<V | '', string>>>;
}

interface NumberField extends Described, Nullable {
  readonly kind: 'number';
  readonly least: number;
  readonly most: number;
}

/** A number that stands for a name, never null: the index of the name, from 0. */
export interface EnumField extends Described {
  readonly kind: 'enum';
  readonly names: readonly string[];
}

export interface FlagField extends Described {
  readonly kind: 'flag';
}

/** A list of strings; the rule applies to each of them. */
interface LinesField extends Described {
  readonly kind: 'lines';
  readonly most: number;
  readonly rows?: number;
  readonly rule?: FieldRule<string>;
  readonly kept?: Kept;
}

/** Any JSON that passes the rule, stored as it is. */
interface JsonField extends Described, Nullable {
  readonly kind: 'json';
  readonly form: string;
  readonly rows?: number;
  readonly rule: FieldRule<object>;
}

export type AnyField = TextField | ChoiceField | NumberField | EnumField | FlagField | LinesField | JsonField;
export type Fields = Readonly<Record<string, AnyField>>;

/** The kind of field for a member's type: a flag for a boolean, a choice for a union of strings. */
type FieldFor<V> = [V] extends [boolean]
  ? FlagField
  : [V] extends [readonly string[]]
    ? LinesField
    : NullIn<V> & FieldForValue<NonNullable<V>>;
type FieldForValue<V> = [V] extends [number]
  ? NumberField | EnumField
  : [V] extends [string]
    ? string extends V
      ? TextField
      : ChoiceField<V>
    : JsonField;
type NullIn<V> = null extends V ? { readonly isNullable: true } : { readonly isNullable?: never };

type FieldsFor<R> = { readonly [Name in keyof R]-?: FieldFor<R[Name]> };

/** A field table: one field for each member of the record, in the order in which they are shown. */
type FieldTable<R, F = FieldsFor<R>> = F & { readonly [record]?: R };
declare const record: unique symbol;

/**
 * Defines the table of a record. The compiler requires a field for every member.
 *
 * `export const CLIENT_FIELDS = defineFields<ClientRecord>()({ name: { kind: 'text', … }, … })`
 */
export function defineFields<R>(): <const F extends FieldsFor<R>>(fields: F) => FieldTable<R, F> {
  return (fields) => fields;
}

/** The record type of a table. */
export type RecordOf<T> = T extends FieldTable<infer R, unknown> ? R : never;

type NamesWith<T, Mark> = { [Name in keyof T]: T[Name] extends Mark ? Name : never }[keyof T];

/** The body that changes a record. */
export type ChangeOf<T> = Partial<Omit<RecordOf<T>, NamesWith<T, { isFixed: true }>>>;

/** The body that creates a record: all required members, any of the others. */
export type NewOf<T> = Partial<RecordOf<T>> &
  Pick<RecordOf<T>, NamesWith<T, { isRequired: true }> & keyof RecordOf<T>>;

/** The entries of a table, in its order. */
export function fieldsIn(fields: Fields): [name: string, field: AnyField][] {
  return Object.entries(fields);
}
