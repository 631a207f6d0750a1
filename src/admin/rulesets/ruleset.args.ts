import { ApiProperty, ApiPropertyOptional, PartialType } from '@nestjs/swagger';
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
import { IfSent } from '../../platform/operations/if-sent.js';
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

class Rules {
  @ApiProperty({
    type: [String],
    example: ['prov*', '!provdeleteaccount'],
    description: 'Call names, prefix* and !rule to take away; the last one that matches wins (D35).',
  })
  @IsArray()
  @ArrayMaxSize(500)
  @IsString({ each: true })
  @Matches(PATTERN, RULE)
  rules!: string[];
}

/** What of a ruleset can be set, whatever it is called. */
export class RulesetSettings extends Rules {
  @ApiPropertyOptional()
  @IfSent()
  @IsString()
  @Length(0, 500)
  description?: string;
}

/** The members that are sent change. */
export class RulesetChange extends PartialType(RulesetSettings, { skipNullProperties: false }) {}

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
