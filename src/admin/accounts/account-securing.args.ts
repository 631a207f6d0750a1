import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsString, Length, ValidateIf } from 'class-validator';
import { FormField, ticked, trimmed } from '../../platform/checks/form.js';

const LONGEST = 20;

/** How an account is secured. */
export class SecureBody {
  @ApiProperty({
    example: '17',
    description:
      'The id of the confirmed e-mail address that gets the link. "link", only if the account has none: the link waits in the outbox, to be handed over.',
  })
  @FormField(trimmed, 'Where the link goes')
  @IsString()
  @Length(1, LONGEST)
  to!: string;

  @ApiPropertyOptional({
    default: false,
    description: 'Ends what apps were allowed more than 30 days ago too, with their tokens.',
  })
  @FormField(ticked, 'Apps')
  @ValidateIf((_body, value) => value !== undefined)
  @IsBoolean()
  endsGrants?: boolean;

  @ApiPropertyOptional({
    default: false,
    description: 'Begins the recovery of the second factor, with its wait: it is never removed at once.',
  })
  @FormField(ticked, 'Second factor')
  @ValidateIf((_body, value) => value !== undefined)
  @IsBoolean()
  startsRecovery?: boolean;
}
