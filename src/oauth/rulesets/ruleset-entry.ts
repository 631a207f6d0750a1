import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString, Length, Matches, type ValidationArguments } from 'class-validator';
import { FormField, lines, trimmed } from '../../platform/checks/form.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { PRINTABLE } from '../../platform/operations/text-rules.js';
import { isPattern, PATTERN } from './ruleset-rules.js';

const RULE = {
  each: true,
  message: ({ value }: ValidationArguments) =>
    `has a rule that is not a call name, prefix* or !rule: ${JSON.stringify(firstWrong(value))}`,
} as const;

function firstWrong(rules: unknown): unknown {
  return Array.isArray(rules) ? rules.find((rule) => typeof rule === 'string' && !isPattern(rule)) : rules;
}

export const RULES: ApiPropertyOptions = {
  type: [String],
  example: ['prov*', '!provdeleteaccount'],
  description: 'Call names, prefix*, and !rule to refuse; the last matching rule wins (D35).',
};

export function AreRules(): PropertyDecorator {
  return applyDecorators(
    FormField(lines, 'Rules'),
    IsArray(),
    ArrayMaxSize(500),
    IsString({ each: true }),
    Matches(PATTERN, RULE),
  );
}

export function IsDescription(): PropertyDecorator {
  return applyDecorators(FormField(trimmed, 'Description'), IfSent(), IsString(), Length(0, 500));
}

/** The rules that decide which calls are allowed. */
export class Rules {
  @ApiProperty(RULES)
  @AreRules()
  rules!: string[];
}

/** The members of a ruleset that can be changed. */
export class RulesetSettings extends Rules {
  @ApiPropertyOptional()
  @IsDescription()
  description?: string;
}

/**
 * A ruleset in an export, an import or a bootstrap file. Bootstrap files may use names that the administration API
 * refuses.
 */
export class ExportedRuleset extends RulesetSettings {
  @ApiProperty({ example: 'PARTNER', minLength: 1, maxLength: 64 })
  @IsString()
  @Length(1, 64)
  @Matches(PRINTABLE.regex, { message: `is ${PRINTABLE.meaning}` })
  name!: string;
}
