import type { Fields } from '../../platform/records/field.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import type { FormErrors } from '../shell/console/sent-form.js';
import type { ClientFormValues } from './client-form.js';

/** The groups of fields that are collapsed unless one of them is set. */
const GROUPS = {
  tokens: 'Token lifetimes',
  openid: 'OpenID Connect',
  trust: 'Privileges and assertions',
} as const;

export interface FieldsProps {
  readonly values: ClientFormValues;
  readonly errors: FormErrors;
  readonly rulesets: readonly { readonly name: string; readonly description: string }[];
}

/** The fields of a client's form, with the existing rulesets to choose from. */
export function ClientFields({ rulesets, ...form }: FieldsProps & { readonly fields: Fields }) {
  const named = rulesets.map(({ name, description }) => {
    return [name, description === '' ? name : `${name}: ${description}`] as const;
  });
  return <RecordFields {...form} choices={{ ruleset: named }} groups={GROUPS} />;
}
