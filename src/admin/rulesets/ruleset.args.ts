import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsOptional,
  IsString,
  Length,
  Matches,
  type ValidationArguments,
} from 'class-validator';
import { isPattern, PATTERN } from '../../oauth/rulesets/ruleset-rules.js';
import { IfSent } from '../shell/if-sent.js';
import { PageQuery } from '../shell/paging.js';

const RULE = {
  each: true,
  message: ({ value }: ValidationArguments) =>
    `has a rule that is no call name, prefix* or !rule: ${JSON.stringify(firstWrong(value))}`,
} as const;

function firstWrong(rules: unknown): unknown {
  return Array.isArray(rules) ? rules.find((rule) => typeof rule === 'string' && !isPattern(rule)) : rules;
}

export class RulesetQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'The beginning of a name.' })
  @IsOptional()
  @IsString()
  @Length(0, 100)
  query?: string;
}

const RULES: ApiPropertyOptions = {
  type: [String],
  example: ['prov*', '!provdeleteaccount'],
  description: 'Call names, prefix* and !rule to take away; the last one that matches wins (D35).',
};
const AreRules = (): PropertyDecorator =>
  applyDecorators(IsArray(), ArrayMaxSize(500), IsString({ each: true }), Matches(PATTERN, RULE));
const IsDescription = (): PropertyDecorator => applyDecorators(IfSent(), IsString(), Length(0, 500));

class Rules {
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

/** The members that are sent change. */
export class RulesetChange {
  @ApiPropertyOptional(RULES)
  @IfSent()
  @AreRules()
  rules?: string[];

  @ApiPropertyOptional()
  @IsDescription()
  description?: string;
}

export class NewRuleset extends RulesetSettings {
  @ApiProperty({ example: 'PARTNER', description: '3 to 50 capital letters, digits, - and _.' })
  @IsString()
  @Matches(/^[A-Z][A-Z0-9_-]{2,49}$/, {
    message: 'is 3 to 50 capital letters, digits, - and _, a letter first',
  })
  name!: string;
}

export class RulesetDraft extends Rules {
  @ApiPropertyOptional({ example: 'WEB', description: 'The saved ruleset to compare with.' })
  @IfSent()
  @IsString()
  @Length(0, 100)
  name?: string;
}
