import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsDate, IsIn, IsOptional, IsString, Length } from 'class-validator';
import { CLIENT_FIELDS } from '../../oauth/clients/client.fields.js';
import { FormField, orAbsent } from '../../platform/checks/form.js';
import { AsDate } from '../../platform/operations/as-date.js';
import { changeBodyOf } from '../../platform/records/rest.js';
import { PageQuery } from '../shell/page-query.js';
import { sortsOf } from '../shell/sorting.js';

const CLIENT_SORTS = sortsOf('id', 'name', 'created');
export type ClientSort = (typeof CLIENT_SORTS)[number];

export class ClientQuery extends PageQuery {
  @ApiPropertyOptional({ description: 'The beginning of a client_id or of a name.' })
  @FormField(orAbsent, 'Id or name begins with')
  @IsOptional()
  @IsString()
  @Length(0, 255)
  query?: string;

  @ApiPropertyOptional({ description: 'The full name of a ruleset.' })
  @FormField(orAbsent, 'Ruleset')
  @IsOptional()
  @IsString()
  @Length(0, 100)
  ruleset?: string;

  @ApiPropertyOptional({ enum: ['enabled', 'disabled'] })
  @FormField(orAbsent, 'State')
  @IsOptional()
  @IsIn(['enabled', 'disabled'])
  state?: 'enabled' | 'disabled';

  @ApiPropertyOptional({
    enum: CLIENT_SORTS,
    default: 'id',
    description: 'With `-` from the last to the first.',
  })
  @FormField(orAbsent, 'Order')
  @IsOptional()
  @IsIn(CLIENT_SORTS)
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
