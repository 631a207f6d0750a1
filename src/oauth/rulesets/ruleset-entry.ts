import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString, Length, Matches } from 'class-validator';
import { FormField, lines, trimmed } from '../../platform/checks/form.js';
import { Rule } from '../../platform/checks/rule.js';
import { lineOf } from '../../platform/records/rules.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { PRINTABLE } from '../../platform/operations/text-rules.js';
import { problemWithRule } from './ruleset-rules.js';

/** The problem with the first wrong rule; whether they are texts at all is another rule's. */
function problemWithRules(rules: unknown): string | null {
  const texts = Array.isArray(rules) ? rules.filter((rule) => typeof rule === 'string') : [];
  for (const [at, rule] of texts.entries()) {
    const problem = problemWithRule(rule);
    if (problem !== null) return `has a rule that ${problem}: ${JSON.stringify(rule)}${lineOf(at, texts)}`;
  }
  return null;
}

export const RULES: ApiPropertyOptions = {
  type: [String],
  example: ['prov*', '!provdeleteaccount'],
  description:
    'Call names, prefix*, and !rule to refuse; the last matching rule wins (D35). With ` requires acr URI` and ` max_age SECONDS` behind it, a rule asks how the account signed in (D252).',
};

export function AreRules(): PropertyDecorator {
  return applyDecorators(
    FormField(lines, 'Rules'),
    IsArray(),
    ArrayMaxSize(500),
    IsString({ each: true }),
    Rule((rules) => problemWithRules(rules)),
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
