import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsBase64, Length, ValidateIf } from 'class-validator';
import { IfSent } from '../../platform/operations/if-sent.js';
import { newBodyOf } from '../../platform/records/rest.js';
import { PROVIDER_FIELDS } from './provider.fields.js';

const LONGEST_SEALED = 4096;

/** A provider in an export, an import or a bootstrap file. */
export class ExportedProvider extends newBodyOf(PROVIDER_FIELDS) {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    maxLength: LONGEST_SEALED,
    description:
      'Its client secret, sealed under MASTER_KEY: only a server with the same key can use it. null: it has none; left out: it is not changed.',
  })
  @IfSent()
  @ValidateIf((_entry, value) => value !== null)
  @Length(1, LONGEST_SEALED)
  @IsBase64({}, { message: 'must be a sealed secret as Base64' })
  sealedSecret?: string | null;
}
