import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDate, IsOptional, IsString, Length } from 'class-validator';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { AsDate } from '../../platform/operations/as-date.js';
import { changeBodyOf } from '../../platform/records/rest.js';
import { ChoiceFilter, TextFilter } from '../shell/filters.js';
import { PageQuery } from '../shell/page-query.js';
import { sortsOf } from '../shell/sorting.js';

const CLIENT_SORTS = sortsOf('id', 'name', 'created');
export type ClientSort = (typeof CLIENT_SORTS)[number];

export class ClientQuery extends PageQuery {
  @TextFilter({
    label: 'Id or name begins with',
    shortest: 0,
    longest: 255,
    description: 'The beginning of a client_id or of a name.',
  })
  query?: string;

  @TextFilter({ label: 'Ruleset', shortest: 0, longest: 100, description: 'The full name of a ruleset.' })
  ruleset?: string;

  @ChoiceFilter(['enabled', 'disabled'], { label: 'State' })
  state?: 'enabled' | 'disabled';

  @ChoiceFilter(CLIENT_SORTS, {
    label: 'Order',
    default: 'id',
    description: 'With `-` from the last to the first.',
  })
  sort?: ClientSort;
}

/** Only the members that are sent are changed. */
export class ClientChange extends changeBodyOf(CLIENT_FIELDS) {}

export class NewSecretBody {
  @ApiPropertyOptional({
    type: Date,
    nullable: true,
    description: 'When it expires; absent: it works until it is revoked.',
  })
  @IsOptional()
  @AsDate()
  @IsDate()
  expiresAt?: Date | null;
}

export class RedirectTestBody {
  @ApiProperty({ example: 'https://shop.example/callback?from=mail' })
  @IsString()
  @Length(1, 4000)
  redirectUri!: string;
}

export class CallTestQuery {
  @ApiProperty({ example: 'accgetloggedaccount', description: 'The name of a call, or its path.' })
  @IsString()
  @Length(1, 100)
  call!: string;
}
