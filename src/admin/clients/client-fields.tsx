import type { Fields } from '../../platform/records/field.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import { refusedFor, type FormErrors, type Sent } from '../shell/console/sent-form.js';
import { NewClientBody } from '../../oauth/clients/client-entry.js';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import type { ClientKind } from '../../oauth/clients/client-kinds.js';
import { changeable, labelsOf, onForm, type Typed } from '../../platform/records/typed-form.js';
import { RecordForm } from '../shell/console/record-form.js';
import { ClientChange } from './client.args.js';

/** The groups of fields that are collapsed unless one of them is set. */
const GROUPS = {
  tokens: 'Token lifetimes',
  openid: 'OpenID Connect',
  keys: 'Keys',
  trust: 'Privileges',
} as const;
/** The form of a kind has first the fields that matter for it, then this group of all others. */
const GROUPS_OF_KIND = { more: 'Type, ruleset and addresses', ...GROUPS } as const;

export interface FieldsProps {
  readonly values: ClientFormValues;
  readonly errors: FormErrors;
  readonly rulesets: readonly { readonly name: string; readonly description: string }[];
}

interface ClientFieldsProps extends FieldsProps {
  readonly fields: Fields;
  /** Of a new client. */
  readonly kind?: ClientKind;
}

/** The fields of a client's form, with the existing rulesets to choose from. */
export function ClientFields({ rulesets, fields, kind, ...form }: ClientFieldsProps) {
  const named = rulesets.map(({ name, description }) => {
    return [name, description === '' ? name : `${name}: ${description}`] as const;
  });
  const choices = { ruleset: named };
  if (kind === undefined) return <RecordFields {...form} fields={fields} choices={choices} groups={GROUPS} />;
  const usual = valuesOfKind(kind);
  return (
    <RecordFields
      {...form}
      fields={inOrderOf(kind, fields)}
      choices={choices}
      groups={GROUPS_OF_KIND}
      usual={usual}
    />
  );
}

const LABELS = labelsOf(CLIENT_FIELDS);

export const NEW_CLIENT_FORM = new RecordForm(onForm(CLIENT_FIELDS), NewClientBody, LABELS);
export const CLIENT_FORM = new RecordForm(changeable(CLIENT_FIELDS), ClientChange, LABELS);

/** The values of one of these forms. */
export type ClientFormValues = Typed<Fields>;

/** The values with which the form of a kind begins. */
export function valuesOfKind({ defaults }: ClientKind): ClientFormValues {
  const kept = NEW_CLIENT_FORM.of(defaults);
  return Object.fromEntries(
    Object.entries(NEW_CLIENT_FORM.empty).map(([name, initial]) => [
      name,
      name in defaults ? kept[name] : initial,
    ]),
  );
}

/** Refuses a form without a field that its kind needs. */
export function withNeeds<S extends Sent<NewClientBody> & { readonly values: ClientFormValues }>(
  sent: S,
  { needs }: ClientKind,
): S {
  const missing = needs.filter((name) => sent.values[name] === '');
  if (missing.length === 0) return sent;
  const told = missing.map((name) => [name, `${LABELS[name]} must not be empty.`] as const);
  const before = 'errors' in sent ? sent.errors : {};
  return { ...sent, ...refusedFor({ ...before, ...Object.fromEntries(told) }) };
}

/** First the fields that matter for the kind; all others are in a group. */
function inOrderOf(kind: ClientKind, fields: Fields): Fields {
  const first = kind.fields.map((name) => {
    const field = { ...fields[name], group: undefined };
    return [name, kind.needs.includes(name) ? { ...field, isRequired: true } : field] as const;
  });
  const rest = Object.entries(fields)
    .filter(([name]) => !kind.fields.some((shown) => shown === name))
    .map(([name, field]) => [name, { group: 'more', ...field }] as const);
  return Object.fromEntries([...first, ...rest]) as Fields;
}
