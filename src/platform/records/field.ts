/**
 * What is said of a member of a record once, and read by everything that takes, shows, keeps or describes it. Plain
 * data: what is made of it is in the files beside this one and in `scripts/generate.ts`.
 */
interface Described {
  /** Above the field, and before what is wrong with it. */
  readonly label: string;
  /** Under the label. */
  readonly hint?: string;
  /** In the documentation of the API. */
  readonly description?: string;
  readonly example?: unknown;
  /** What docs/*.md say of it. */
  readonly docs: string;
  /** What the interface document calls it (docs/interface.md); a bootstrap file may too. */
  readonly interfaceName?: string;
  /** What bootstrap files called it before. */
  readonly oldName?: string;
  /** In the command line. */
  readonly cli: CommandLineField;
  /** Has to be given when the record is made. */
  readonly isRequired?: true;
  /** Stays as it was made. */
  readonly isFixed?: true;
  /** The audit tells that it changed, not from or to what: it says who a person is, or opens something. */
  readonly isHidden?: true;
  /** The part of the form that it stands in, folded unless something of it is set. */
  readonly group?: string;
  /** Has no field in the form: a page of its own, a button. */
  readonly isOffForm?: true;
  /** What the console and the command line begin a new record with. */
  readonly startsAs?: string;
}

export interface CommandLineField {
  /** Before the value in what `get` prints. */
  readonly shown: string;
  /** Without one it has no option: an argument, a command of its own. */
  readonly option?: ValueOption | SwitchOption;
}

/** `--access-lifetime <seconds>`; "none" where the field may be null or a list. */
export interface ValueOption {
  readonly flag: string;
  readonly value: string;
  readonly help: string;
}

/** `--strict` and `--no-strict`. */
export interface SwitchOption {
  readonly flag: string;
  readonly help: string;
  readonly helpOff: string;
  /** What is sent; true and false unless said. */
  readonly on?: string;
  readonly off?: string;
}

/** null is a value that means something: as the settings say, none. */
interface Nullable {
  readonly isNullable?: true;
}

/** What else is wrong with a value of the right form: it goes on after the label or the name ("must be …"); or null. */
export type Rule<V> = (value: V) => string | null | Promise<string | null>;

export interface TextField extends Described, Nullable {
  readonly kind: 'text';
  readonly shortest?: number;
  readonly longest?: number;
  readonly pattern?: { readonly regex: RegExp; readonly meaning: string };
  readonly rule?: Rule<string>;
}

export interface ChoiceField<V extends string = string> extends Described, Nullable {
  readonly kind: 'choice';
  readonly choices: readonly V[];
  /** What the form says for a value; at '' what no choice means. */
  readonly choiceTexts?: Readonly<Partial<Record<V | '', string>>>;
}

export interface NumberField extends Described, Nullable {
  readonly kind: 'number';
  readonly least: number;
  readonly most: number;
}

export interface FlagField extends Described {
  readonly kind: 'flag';
}

/** A list of texts; the rule is of each. */
export interface LinesField extends Described {
  readonly kind: 'lines';
  readonly most: number;
  readonly rows?: number;
  readonly rule?: Rule<string>;
}

/** Kept as it is: its rule says what of JSON may stand there. */
export interface JsonField extends Described, Nullable {
  readonly kind: 'json';
  readonly form: string;
  readonly rows?: number;
  readonly rule: Rule<object>;
}

export type Field = TextField | ChoiceField | NumberField | FlagField | LinesField | JsonField;
export type Fields = Readonly<Record<string, Field>>;

/** The field that fits a member: a boolean has a flag, a union of texts a choice. */
type FieldFor<V> = [V] extends [boolean]
  ? FlagField
  : [V] extends [readonly string[]]
    ? LinesField
    : NullIn<V> & FieldForValue<NonNullable<V>>;
type FieldForValue<V> = [V] extends [number]
  ? NumberField
  : [V] extends [string]
    ? string extends V
      ? TextField
      : ChoiceField<V>
    : JsonField;
type NullIn<V> = null extends V ? { readonly isNullable: true } : { readonly isNullable?: never };

type FieldsFor<R> = { readonly [Name in keyof R]-?: FieldFor<R[Name]> };

/** A field table: a field for each member of the record, in the order in which people read them. */
export type FieldTable<R, F = FieldsFor<R>> = F & { readonly [record]?: R };
declare const record: unique symbol;

/**
 * The table of a record. The compiler asks for a field for every member.
 *
 * `export const CLIENT_FIELDS = defineFields<ClientRecord>()({ name: { kind: 'text', … }, … })`
 */
export function defineFields<R>(): <const F extends FieldsFor<R>>(fields: F) => FieldTable<R, F> {
  return (fields) => fields;
}

/** What a record of a table holds. */
export type RecordOf<T> = T extends FieldTable<infer R, unknown> ? R : never;

type NamesWith<T, Mark> = { [Name in keyof T]: T[Name] extends Mark ? Name : never }[keyof T];

/** What may be sent to change a record. */
export type ChangeOf<T> = Partial<Omit<RecordOf<T>, NamesWith<T, { isFixed: true }>>>;

/** What is sent to make one: all that is required, of the rest what is wanted. */
export type NewOf<T> = Partial<RecordOf<T>> &
  Pick<RecordOf<T>, NamesWith<T, { isRequired: true }> & keyof RecordOf<T>>;

/** The fields and their names, as pairs in the table's order. */
export function fieldsIn(fields: Fields): [name: string, field: Field][] {
  return Object.entries(fields);
}
