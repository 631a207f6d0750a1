import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBase64, IsString, IsUUID, Length } from 'class-validator';
import { IfSent } from '../../platform/operations/if-sent.js';
import { newBodyOf } from '../../platform/records/rest.js';
import { WEBHOOK_FIELDS } from './webhook.fields.js';

const LONGEST_SEALED = 4096;

/** A webhook in an export, an import or a bootstrap file. */
export class ExportedWebhook extends newBodyOf(WEBHOOK_FIELDS) {
  @ApiProperty({ format: 'uuid' })
  @IsUUID(undefined, { message: 'must be a UUID' })
  id!: string;

  @ApiProperty({ example: 'shop' })
  @Length(1, 255)
  @IsString()
  clientId!: string;

  @ApiPropertyOptional({
    maxLength: LONGEST_SEALED,
    description:
      'Its signing secret, sealed under MASTER_KEY: only a server with the same key can use it. Left out: it is not changed, and a new webhook gets one of its own.',
  })
  @IfSent()
  @Length(1, LONGEST_SEALED)
  @IsBase64({}, { message: 'must be a sealed secret as Base64' })
  sealedSecret?: string;
}
