import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length } from 'class-validator';
import { FormField, orAbsent } from '../../platform/checks/form.js';

type FilterOptions = Pick<ApiPropertyOptions, 'description' | 'example' | 'default'> & {
  /** Of its field in the search form; left out: it has none. */
  readonly label?: string;
};

/** An optional text that a list is searched by. */
export function TextFilter({
  shortest = 1,
  longest,
  ...options
}: FilterOptions & { readonly shortest?: number; readonly longest: number }): PropertyDecorator {
  return filter(options, Length(shortest, longest), IsString());
}

/** An optional choice that a list is filtered by. */
export function ChoiceFilter(choices: readonly string[], options: FilterOptions = {}): PropertyDecorator {
  return filter({ enum: [...choices], ...options }, IsIn([...choices]));
}

/** A filter of a list: its first rule is checked first. */
function filter(
  { label, ...schema }: FilterOptions & Pick<ApiPropertyOptions, 'enum'>,
  ...rules: PropertyDecorator[]
): PropertyDecorator {
  return applyDecorators(
    ...rules,
    IsOptional(),
    ...(label === undefined ? [] : [FormField(orAbsent, label)]),
    ApiPropertyOptional(schema),
  );
}
