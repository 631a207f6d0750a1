import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
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
import type { ChangeOf, Field, Fields, NewOf, RecordOf } from './field.js';
import { fieldsIn } from './field.js';
import { ruleOf } from './rules.js';

type Class<T> = new () => T;

const LONGEST = 2048;

/** What is sent to make a record: `export class NewClientBody extends newBodyOf(CLIENT_FIELDS) {}` */
export function newBodyOf<T extends Fields>(fields: T): Class<NewOf<T>> {
  class Body {}
  for (const [name, field] of fieldsIn(fields))
    declare(Body, name, takenIn(field, field.isRequired === true));
  return Body as Class<NewOf<T>>;
}

/** What is sent to change one: the members that are sent. */
export function changeBodyOf<T extends Fields>(fields: T): Class<ChangeOf<T>> {
  class Body {}
  for (const [name, field] of fieldsIn(fields))
    if (!field.isFixed) declare(Body, name, takenIn(field, false));
  return Body;
}

/** What is answered: all members, or those that are named. */
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

/** As decorators stand above a property: the last one is applied first, so that it is judged first. */
function declare(type: Class<object>, name: string, decorators: readonly PropertyDecorator[]): void {
  for (const decorator of decorators.toReversed()) decorator(type.prototype as object, name);
}

function takenIn(field: Field, isRequired: boolean): PropertyDecorator[] {
  const rule = ruleOf(field);
  const limits = { ...schemaOf(field), ...limitsOf(field), required: isRequired } as ApiPropertyOptions;
  const whenAbsent = 'isNullable' in field && field.isNullable ? [IsOptional()] : [IfSent()];
  return [
    ApiProperty(limits),
    ...(isRequired ? [] : whenAbsent),
    ...(rule === null ? [] : [Rule(rule)]), // applied last but two: after what it may rely on
    ...formOf(field),
  ];
}

/** The form of a value, for class-validator; the first that is applied, which is the last here, says it first. */
function formOf(field: Field): PropertyDecorator[] {
  switch (field.kind) {
    case 'text':
      return [
        ...(field.pattern ? [Matches(field.pattern.regex, { message: field.pattern.meaning })] : []),
        Length(field.shortest ?? 1, field.longest ?? LONGEST),
        IsString(),
      ];
    case 'choice':
      return [IsIn([...field.choices])];
    case 'number':
      return [Max(field.most), Min(field.least), IsInt()];
    case 'flag':
      return [IsBoolean()];
    case 'lines':
      return [ArrayMaxSize(field.most), IsString({ each: true }), IsArray()];
    case 'json':
      return [IsObject({ message: `must be ${field.form}` })];
  }
}

/** As OpenAPI has it, and JSON Schema. */
function schemaOf(field: Field): ApiPropertyOptions {
  const { description, example } = field;
  const isNullable = 'isNullable' in field && field.isNullable === true;
  const said = { description, example, ...(isNullable && { nullable: true }) };
  switch (field.kind) {
    case 'choice':
      return { ...said, enum: isNullable ? [...field.choices, null] : [...field.choices] };
    case 'lines':
      return { ...said, type: [String] };
    case 'number':
      return { ...said, type: 'integer' };
    case 'flag':
      return { ...said, type: Boolean };
    case 'json':
      return { ...said, type: Object };
    case 'text':
      return { ...said, type: String };
  }
}

function limitsOf(field: Field): ApiPropertyOptions {
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
