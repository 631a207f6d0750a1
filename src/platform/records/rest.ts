import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsObject,
  IsOptional,
  IsString,
  Length,
  Matches,
  Max,
  Min,
} from 'class-validator';
import { Rule } from '../checks/rule.js';
import { IfSent } from '../operations/if-sent.js';
import { lengthRule } from '../operations/text-rules.js';
import type { ChangeOf, AnyField, Fields, NewOf, RecordOf } from './field.js';
import { sentenceAbout } from './about.js';
import { fieldsIn } from './field.js';
import { ruleOf } from './rules.js';

type Class<T> = new () => T;

const LONGEST = 2048;

/** The class of the body that creates a record: `export class NewClientBody extends newBodyOf(CLIENT_FIELDS) {}` */
export function newBodyOf<T extends Fields>(fields: T): Class<NewOf<T>> {
  class Body {}
  for (const [name, field] of fieldsIn(fields))
    declare(Body, name, takenIn(field, field.isRequired === true));
  return Body as Class<NewOf<T>>;
}

/** The class of the body that changes a record; only the members that are sent are changed. */
export function changeBodyOf<T extends Fields>(fields: T): Class<ChangeOf<T>> {
  class Body {}
  for (const [name, field] of fieldsIn(fields))
    if (!field.isFixed) declare(Body, name, takenIn(field, false));
  return Body;
}

/** The class of an answer, with all members or those that are named. */
export function viewOf<
  T extends Fields,
  Name extends keyof T & keyof RecordOf<T> = keyof T & keyof RecordOf<T>,
>(fields: T, names?: readonly Name[]): Class<Pick<RecordOf<T>, Name>> {
  class View {}
  for (const [name, field] of fieldsIn(fields))
    if (!names || (names as readonly string[]).includes(name))
      declare(View, name, [ApiProperty(schemaOf(field))]);
  return View as Class<Pick<RecordOf<T>, Name>>;
}

/** Applies decorators as if they stood above a property: the last one first, so that it is checked first. */
function declare(type: Class<object>, name: string, decorators: readonly PropertyDecorator[]): void {
  for (const decorator of decorators.toReversed()) decorator(type.prototype as object, name);
}

function takenIn(field: AnyField, isRequired: boolean): PropertyDecorator[] {
  const rule = ruleOf(field);
  const limits = { ...schemaOf(field), ...limitsOf(field), required: isRequired } as ApiPropertyOptions;
  const whenAbsent = 'isNullable' in field && field.isNullable ? [IsOptional()] : [IfSent()];
  return [
    ApiProperty(limits),
    ...(isRequired ? [] : whenAbsent),
    ...(rule === null ? [] : [Rule(rule)]), // applied after the rules that it relies on
    ...formOf(field),
    ...keptAs(field),
  ];
}

/** Converts texts to their stored form, and removes repeated values of a list. Other types are left to their rules. */
function keptAs(field: AnyField): PropertyDecorator[] {
  const kept = 'kept' in field ? field.kept : undefined;
  if (!kept) return [];
  const each = (one: unknown) => (typeof one === 'string' ? kept(one) : one);
  return [Transform(({ value }) => (Array.isArray(value) ? [...new Set(value.map(each))] : each(value)))];
}

/** The class-validator rules for the type of a value; the last one in the list is applied, and checked, first. */
function formOf(field: AnyField): PropertyDecorator[] {
  switch (field.kind) {
    case 'text': {
      const { shortest = 1, longest = LONGEST } = field;
      return [
        ...(field.pattern ? [Matches(field.pattern.regex, { message: field.pattern.meaning })] : []),
        Length(shortest, longest, { message: lengthRule(shortest, longest) }),
        IsString(),
      ];
    }
    case 'choice':
      return [IsIn([...field.choices])];
    case 'number':
      return [Max(field.most), Min(field.least), IsInt()];
    case 'enum':
      return [IsIn([...field.names.keys()])];
    case 'flag':
      return [IsBoolean()];
    case 'lines':
      return [ArrayMaxSize(field.most), IsString({ each: true }), IsArray()];
    case 'json':
      return [IsObject({ message: `must be ${field.form}` })];
  }
}

const TYPES = { text: String, lines: [String], number: 'integer', flag: Boolean, json: Object } as const;

/** The schema of a field for OpenAPI and JSON Schema. */
function schemaOf(field: AnyField): ApiPropertyOptions {
  const { example } = field;
  const isNullable = 'isNullable' in field && field.isNullable === true;
  const said = { description: sentenceAbout(field), example, ...(isNullable && { nullable: true }) };
  if (field.kind === 'choice')
    return { ...said, enum: isNullable ? [...field.choices, null] : [...field.choices] };
  if (field.kind === 'enum') return { ...said, type: Number, enum: [...field.names.keys()] };
  return { ...said, type: TYPES[field.kind] } as ApiPropertyOptions;
}

function limitsOf(field: AnyField): ApiPropertyOptions {
  switch (field.kind) {
    case 'text':
      return field.pattern
        ? { pattern: field.pattern.regex.source }
        : { minLength: field.shortest ?? 1, maxLength: field.longest ?? LONGEST };
    case 'number':
      return { minimum: field.least, maximum: field.most };
    case 'lines':
      return { maxItems: field.most };
    default:
      return {};
  }
}
