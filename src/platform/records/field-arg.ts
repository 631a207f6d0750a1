import { ChoiceArg, TextArg } from '../operations/args.js';
import { sentenceAbout } from './about.js';
import type { EnumField, TextField } from './field.js';

/** A field that a call has a parameter for; its rule does not wait. */
type Sent<F> = F & { readonly interfaceName: string; readonly rule?: (text: string) => string | null };

interface FieldArgOptions {
  readonly optional?: boolean;
  readonly aliases?: readonly string[];
  /** Instead of the field's. */
  readonly description?: string;
}

/** A parameter that is a field of a record: its interface name, its limits and its rule. Of an enum the digits. */
export function FieldArg(
  field: Sent<TextField | EnumField>,
  options: FieldArgOptions = {},
): PropertyDecorator {
  const { interfaceName } = field;
  const said = { description: sentenceAbout(field), ...options };
  if (field.kind === 'enum') return ChoiceArg(interfaceName, [...field.names.keys()].map(String), said);
  return TextArg(interfaceName, { min: field.shortest, max: field.longest, rule: field.rule, ...said });
}
