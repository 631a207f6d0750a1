import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsObject, IsOptional, IsString, Length, ValidateNested } from 'class-validator';
import { Rule } from '../../platform/checks/rule.js';
import { IsLong } from '../shell/is-long.js';
import { FILTER_NAMES, AUDIT_PERIODS, type Filters, type AuditPeriod } from './audit-search.args.js';
import { ChoiceFilter, TextFilter } from '../shell/filters.js';
import { IsMoment } from './moment.js';
import { ApiNullable } from '../shell/views.js';

/** What a saved filter may hold: at least one of them; ids, so that nobody is named (D209). */
class SavedFilterSettings {
  @TextFilter({ longest: 100, example: 'signin' })
  action?: string;

  @ApiPropertyOptional({ description: 'The number of the account that did it.' })
  @IsOptional()
  @IsLong()
  account?: string;

  @TextFilter({ longest: 255, description: 'The client_id of the client that did it.' })
  client?: string;

  @TextFilter({ longest: 300, example: 'ruleset:WEB' })
  target?: string;

  @ChoiceFilter(['ok', 'refused'])
  outcome?: 'ok' | 'refused';

  @ChoiceFilter(Object.keys(AUDIT_PERIODS), { description: 'A period that ends now.' })
  last?: AuditPeriod;

  @ApiPropertyOptional({ description: 'ISO 8601.' })
  @IsOptional()
  @IsMoment()
  from?: string;

  @ApiPropertyOptional({ description: 'ISO 8601.' })
  @IsOptional()
  @IsMoment()
  to?: string;
}

export class NewSavedFilter {
  @ApiProperty({ minLength: 1, maxLength: 60, example: 'Refused today' })
  @IsString()
  @Length(1, 60)
  name!: string;

  @ApiProperty({ type: SavedFilterSettings })
  @IsObject()
  @Rule<NewSavedFilter, unknown>((filters) =>
    typeof filters === 'object' && filters !== null && Object.keys(filters).length === 0
      ? 'must have at least one'
      : null,
  )
  @ValidateNested()
  @Type(() => SavedFilterSettings)
  filters!: SavedFilterSettings;
}

export class SavedFilterView {
  @ApiProperty({ example: '12' })
  id!: string;

  @ApiProperty()
  name!: string;

  @ApiProperty({ type: SavedFilterSettings })
  filters!: SavedFilterSettings;

  @ApiProperty()
  createdAt!: Date;
}

export class SavedFilterList {
  @ApiProperty({ type: [SavedFilterView] })
  items!: SavedFilterView[];

  @ApiNullable(String, 'null: there is one page.')
  next!: null;
}

/** The filters that are set, as they are stored. */
export function settingsIn(sent: SavedFilterSettings): Filters {
  const set = FILTER_NAMES.filter((name) => sent[name] !== undefined && sent[name] !== null);
  return Object.fromEntries(set.map((name) => [name, sent[name]]));
}
