import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsString, Length, Matches } from 'class-validator';
import {
  AreRules,
  IsDescription,
  Rules,
  RULES,
  RulesetSettings,
} from '../../oauth/rulesets/ruleset-entry.js';
import { FormField, trimmed } from '../../platform/checks/form.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';

export class RulesetQuery extends PageQuery {
  @TextFilter({
    label: 'Name begins with',
    shortest: 0,
    longest: 100,
    description: 'The beginning of a name.',
  })
  query?: string;
}

/** Only the members that are sent are changed. */
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
  @FormField(trimmed, 'Name')
  @IsString()
  @Matches(/^[A-Z][A-Z0-9_-]{2,49}$/, {
    message: 'must be 3 to 50 capital letters, digits, - and _, beginning with a letter',
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
