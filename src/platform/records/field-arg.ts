import { ChoiceArg, TextArg } from '../operations/args.js';
import { sentenceAbout } from './about.js';
import type { EnumField, TextField } from './field.js';

/** A field with a parameter in a call; its rule is synchronous. */
type Sent<F> = F & { readonly interfaceName: string; readonly rule?: (text: string) => string | null };

interface FieldArgOptions {
  readonly optional?: boolean;
  readonly aliases?: readonly string[];
  /** Instead of the field's. */
  readonly description?: string;
}

/** A parameter for a field of a record, with its interface name, limits and rule. An enum takes digits. */
export function FieldArg(
  field: Sent<TextField | EnumField>,
  options: FieldArgOptions = {},
): PropertyDecorator {
  const { interfaceName } = field;
  const said = { description: sentenceAbout(field), ...options };
  if (field.kind === 'enum') return ChoiceArg(interfaceName, [...field.names.keys()].map(String), said);
  return TextArg(interfaceName, { min: field.shortest, max: field.longest, rule: field.rule, ...said });
}
