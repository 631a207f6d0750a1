import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { PROFILE_FIELDS } from '../../../identity/accounts/account.fields.js';
import { IDENTIFIER_TYPES, type IdentifierType } from '../../../identity/accounts/identifier.js';
import { viewOf } from '../../../platform/records/rest.js';
import { ApiNullable } from '../../shell/views.js';

class ExportedIdentifier {
  @ApiProperty({ enum: IDENTIFIER_TYPES }) type!: IdentifierType;
  @ApiProperty() value!: string;
  @ApiProperty() isValidated!: boolean;
  @ApiPropertyOptional({ description: 'Of an ExternalId that belongs to a partner or provider.' })
  issuer?: string;
}

/** An account as an import takes it. */
export class ExportedAccount extends viewOf(PROFILE_FIELDS) {
  @ApiProperty({ type: [ExportedIdentifier] })
  identifiers!: ExportedIdentifier[];

  @ApiPropertyOptional({ description: 'Only `true`, of a disabled account.' })
  isDisabled?: true;

  @ApiPropertyOptional({ description: 'Only in an export with password hashes, of an account that has one.' })
  passwordHash?: string;
}

export class AccountExportPage {
  @ApiProperty({ type: [ExportedAccount] })
  items!: ExportedAccount[];

  @ApiNullable(String, 'Cursor for `after`; null on the last page.')
  next!: string | null;

  @ApiProperty({
    ...{ type: Number, nullable: true },
    description: 'How many accounts there are to export, on the first page; null on all others.',
  })
  total!: number | null;
}
