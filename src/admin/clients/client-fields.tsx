import type { Fields } from '../../platform/records/field.js';
import { RecordFields } from '../../platform/records/record-fields.js';
import type { FormErrors } from '../shell/console/checked.js';
import type { ClientFormValues } from './client-form.js';

/** The parts of the form that are folded. */
const GROUPS = {
  tokens: 'Lifetimes of its tokens',
  trust: 'Trust: passwords, assertions, administration',
} as const;

export interface FieldsProps {
  readonly values: ClientFormValues;
  readonly errors: FormErrors;
  readonly rulesets: readonly { readonly name: string; readonly description: string }[];
}

/** The client record as a form: with the rulesets that there are. */
export function ClientFields({ rulesets, ...form }: FieldsProps & { readonly fields: Fields }) {
  const named = rulesets.map(({ name, description }) => {
    return [name, description === '' ? name : `${name}: ${description}`] as const;
  });
  return <RecordFields {...form} choices={{ ruleset: named }} groups={GROUPS} />;
}
