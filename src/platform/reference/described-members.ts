import { resolved, type ApiDescription, type DescribedParameter, type Schema } from './document.js';

/** One parameter, or one member of a body. */
export interface Member {
  /** With the members around it: `a01.r.familyId`, `items[].name`. */
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
  /** Its limits and choices, as a sentence each. */
  readonly rules: readonly string[];
}

/** For deeper members, only the type is named. */
const DEEPEST = 4;
const MANY_CHOICES = 24;

/** Returns the members of an object; members of inner objects follow the containing one. */
export function describedMembers(schema: Schema, document: ApiDescription): Member[] {
  return inside(schema, document, '', 1);
}

export function parameterMember(parameter: DescribedParameter, document: ApiDescription): Member {
  const { name, required = false, description = '', schema = {} } = parameter;
  return {
    ...described(name, schema, required, document),
    description: description || (schema.description ?? ''),
  };
}

function inside(given: Schema, document: ApiDescription, prefix: string, depth: number): Member[] {
  const schema = resolved(given, document);
  if (schema.type === 'array') return inside(schema.items ?? {}, document, `${prefix}[]`, depth);
  const { properties = {}, required = [] } = schema;
  return Object.entries(properties).flatMap(([key, member]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const isRequired = required.includes(key);
    const below = depth < DEEPEST ? inside(member, document, name, depth + 1) : [];
    const here = described(name, member, isRequired, document);
    // An object without a description is described by its members.
    return below.length > 0 && here.description === '' && here.rules.length === 0 ? below : [here, ...below];
  });
}

function described(name: string, given: Schema, isRequired: boolean, document: ApiDescription): Member {
  const schema = resolved(given, document);
  const { description = '' } = schema;
  return { name, type: typeOf(schema, document), isRequired, description, rules: rulesOf(schema) };
}

function typeOf(schema: Schema, document: ApiDescription): string {
  const { type, format, items, nullable = false, anyOf, oneOf } = schema;
  const orNull = nullable ? ' or null' : '';
  if (type === 'array') return `list of ${plainTypeOf(resolved(items ?? {}, document), document)}${orNull}`;
  if (anyOf || oneOf)
    return `${(anyOf ?? oneOf ?? []).map((one) => typeOf(resolved(one, document), document)).join(' or ')}${orNull}`;
  if (format === 'binary') return `file${orNull}`;
  if (format === 'date-time') return `date and time${orNull}`;
  return `${type ?? 'object'}${orNull}`;
}

function plainTypeOf(schema: Schema, document: ApiDescription): string {
  return `${typeOf(schema, document)}s`;
}

function rulesOf({
  enum: choices,
  minLength,
  maxLength,
  minimum,
  maximum,
  pattern,
  ...rest
}: Schema): string[] {
  const fallback = rest.default;
  const rules: string[] = [];
  if (choices?.length === 1) rules.push(`Always ${shown(choices[0])}.`);
  else if (choices && choices.length <= MANY_CHOICES) rules.push(`One of ${choices.map(shown).join(', ')}.`);
  if (maxLength !== undefined && !choices)
    rules.push(`${minLength === maxLength ? maxLength : `${minLength ?? 0} to ${maxLength}`} characters.`);
  if (minimum !== undefined && maximum !== undefined) rules.push(`${minimum} to ${maximum}.`);
  else if (minimum !== undefined) rules.push(`At least ${minimum}.`);
  if (pattern?.endsWith('\\d{1,19}$')) rules.push('A 64-bit number in digits.');
  if (fallback !== undefined) rules.push(`Default ${shown(fallback)}.`);
  return rules;
}

function shown(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
