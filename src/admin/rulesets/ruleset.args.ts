import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayMaxSize,
  IsArray,
  IsOptional,
  IsString,
  Length,
  Matches,
  type ValidationArguments,
} from 'class-validator';
import { isPattern, PATTERN } from '../../clients/ruleset-rules.js';
import { PageQuery } from '../paging.js';

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

/** The members that are sent change. */
export class RulesetChange {
  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @Length(0, 500)
  description?: string;

  @ApiPropertyOptional({
    type: [String],
    example: ['prov*', '!provdeleteaccount'],
    description: 'Call names, prefix* and !rule to take away; the last one that matches wins (D35).',
  })
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(500)
  @IsString({ each: true })
  @Matches(PATTERN, RULE)
  rules?: string[];
}

export class NewRuleset {
  @ApiProperty({ example: 'PARTNER', description: '3 to 50 capital letters, digits, - and _.' })
  @IsString()
  @Matches(/^[A-Z][A-Z0-9_-]{2,49}$/, {
    message: 'is 3 to 50 capital letters, digits, - and _, a letter first',
  })
  name!: string;

  @ApiPropertyOptional()
  @IsOptional()
  @IsString()
  @Length(0, 500)
  description?: string;

  @ApiProperty({ type: [String], example: ['prov*', '!provdeleteaccount'] })
  @IsArray()
  @ArrayMaxSize(500)
  @IsString({ each: true })
  @Matches(PATTERN, RULE)
  rules!: string[];
}

export class RulesetDraft {
  @ApiPropertyOptional({ example: 'WEB', description: 'The saved ruleset to compare with.' })
  @IsOptional()
  @IsString()
  @Length(0, 100)
  name?: string;

  @ApiProperty({ type: [String], example: ['prov*', '!provdeleteaccount'] })
  @IsArray()
  @ArrayMaxSize(500)
  @IsString({ each: true })
  @Matches(PATTERN, RULE)
  rules!: string[];
}
