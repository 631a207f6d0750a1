import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsOptional, IsString, Length, Matches } from 'class-validator';
import type { AccountStatus, Role } from '../../identity/accounts/account.entity.js';
import { OPAQUE } from '../../platform/operations/text-rules.js';
import { asTyped, FormField, orAbsent, trimmed } from '../../platform/checks/form.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { PageQuery } from '../shell/paging.js';

const STATUSES: readonly AccountStatus[] = ['pending', 'active', 'disabled'];
const ROLES: readonly Role[] = ['administrator', 'support'];
const IS_OPAQUE = { message: `has ${OPAQUE.meaning}` };

export class AccountQuery extends PageQuery {
  @ApiPropertyOptional({
    description:
      'The beginning of a name, an e-mail address, a phone number, a login or an ExternalId. A page may then be short while `next` is given.',
  })
  @FormField(orAbsent, 'Name or identifier begins with')
  @IsOptional()
  @IsString()
  @Length(0, 255)
  query?: string;

  @ApiPropertyOptional({ enum: STATUSES })
  @FormField(orAbsent, 'Status')
  @IsOptional()
  @IsIn(STATUSES)
  status?: AccountStatus;

  @ApiPropertyOptional({ enum: ROLES })
  @FormField(orAbsent, 'Role')
  @IsOptional()
  @IsIn(ROLES)
  role?: Role;
}

/** The members that are sent change. */
export class AccountChange {
  @ApiPropertyOptional({
    enum: ['active', 'disabled'],
    description: 'disabled ends its sessions and tokens at once; active undoes only the disabling.',
  })
  @IfSent()
  @IsIn(['active', 'disabled'])
  status?: 'active' | 'disabled';

  @ApiPropertyOptional({
    enum: [...ROLES, null],
    type: String,
    nullable: true,
    description: 'In a session it needs the password once more. null: none.',
  })
  @IsOptional()
  @IsIn([...ROLES, null])
  role?: Role | null;
}

/** The button that disables or enables. */
export class StatusForm {
  @FormField(trimmed, 'Status')
  @IsIn(['active', 'disabled'])
  status!: 'active' | 'disabled';
}

export class RoleForm {
  @FormField((text) => (text === 'none' ? null : text), 'Role')
  @IsIn([...ROLES, null])
  role!: Role | null;
}

export class ExternalIdBody {
  @ApiProperty({ example: 'https://portal.example', description: 'In whose system it is the id (D115).' })
  @FormField(trimmed, 'Issuer')
  @IsString()
  @Matches(OPAQUE.regex, IS_OPAQUE)
  issuer!: string;

  @ApiProperty({ example: '4711' })
  @FormField(asTyped, 'The user’s id there')
  @IsString()
  @Matches(OPAQUE.regex, IS_OPAQUE)
  value!: string;
}
