import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsOptional } from 'class-validator';
import { FormField, orAbsent } from '../../platform/checks/form.js';
import { IsLong } from '../shell/is-long.js';
import { ChoiceFilter, TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';
import { IsMoment } from './moment.js';
import { ApiNullable, listOf } from '../shell/views.js';

const MOMENT = { description: 'ISO 8601, for instance 2026-11-21T12:00:00Z.' };

/** Filters of the audit trail; an event must match all that are given. */
export class AuditQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'The account that did it.' })
  @FormField(orAbsent, 'Account id')
  @IsOptional()
  @IsLong()
  account?: string;

  @TextFilter({ label: 'Client id', longest: 255, description: 'The client_id that did it.' })
  client?: string;

  @TextFilter({ label: 'Action', longest: 100, example: 'signin' })
  action?: string;

  @TextFilter({
    label: 'Target',
    longest: 300,
    example: 'ruleset:WEB',
    description: 'The object that was changed or used.',
  })
  target?: string;

  @ChoiceFilter(['ok', 'refused'], { label: 'Result' })
  outcome?: 'ok' | 'refused';

  @ApiPropertyOptional({ ...MOMENT })
  @FormField(orAbsent, 'Since')
  @IsOptional()
  @IsMoment()
  from?: string;

  @ApiPropertyOptional({ ...MOMENT })
  @FormField(orAbsent, 'Before')
  @IsOptional()
  @IsMoment()
  to?: string;
}

export class AuditEventView {
  @ApiProperty({ example: '12' })
  id!: string;

  @ApiProperty()
  at!: Date;

  @ApiProperty({ example: 'ruleset.updated' })
  action!: string;

  @ApiProperty({ enum: ['ok', 'refused'] })
  outcome!: 'ok' | 'refused';

  @ApiNullable(String, 'The account that did it.')
  accountId!: string | null;

  @ApiNullable(String, 'The client that did it.')
  clientId!: string | null;

  @ApiNullable(String, undefined, 'ruleset:WEB')
  target!: string | null;

  @ApiNullable(String, undefined, '192.0.2.7')
  address!: string | null;

  @ApiProperty({
    type: Object,
    nullable: true,
    description: 'For instance values before and after, a count or a reason.',
  })
  details!: object | null;
}

export class AuditPage extends listOf(AuditEventView) {}
