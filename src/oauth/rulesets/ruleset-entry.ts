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
    `has a rule that is no call name, prefix* or !rule: ${JSON.stringify(firstWrong(value))}`,
} as const;

function firstWrong(rules: unknown): unknown {
  return Array.isArray(rules) ? rules.find((rule) => typeof rule === 'string' && !isPattern(rule)) : rules;
}

export const RULES: ApiPropertyOptions = {
  type: [String],
  example: ['prov*', '!provdeleteaccount'],
  description: 'Call names, prefix* and !rule to take away; the last one that matches wins (D35).',
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
  return applyDecorators(FormField(trimmed, 'What it is for'), IfSent(), IsString(), Length(0, 500));
}

/** What decides over calls. */
export class Rules {
  @ApiProperty(RULES)
  @AreRules()
  rules!: string[];
}

/** What of a ruleset can be set, whatever it is called. */
export class RulesetSettings extends Rules {
  @ApiPropertyOptional()
  @IsDescription()
  description?: string;
}

/**
 * A ruleset in an export, an import or a bootstrap file. Its name may be one that a bootstrap file gave it, which the
 * administration would not.
 */
export class ExportedRuleset extends RulesetSettings {
  @ApiProperty({ example: 'PARTNER', minLength: 1, maxLength: 64 })
  @IsString()
  @Length(1, 64)
  @Matches(PRINTABLE.regex, { message: `is ${PRINTABLE.meaning}` })
  name!: string;
}
