import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsDate,
  IsIn,
  IsOptional,
  IsString,
  Matches,
  ValidateNested,
} from 'class-validator';
import { AsDate } from '../../platform/operations/as-date.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { newBodyOf } from '../../platform/records/rest.js';
import type { ClientSecret } from './client-secret.entity.js';
import { CLIENT_FIELDS } from './client.fields.js';

/** SHA-256 as 64 hexadecimal digits, or a bcrypt hash. */
const VERIFIER = /^([0-9a-f]{64}|\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})$/;

/** The body that creates a client. */
export class NewClientBody extends newBodyOf(CLIENT_FIELDS) {}

/** The verifier of a secret; the secret itself is never exported. */
export class ExportedSecret {
  @ApiProperty({ enum: ['sha256', 'bcrypt'] })
  @IsIn(['sha256', 'bcrypt'])
  scheme!: 'sha256' | 'bcrypt';

  @ApiProperty({ description: 'The SHA-256 in hexadecimal, or the bcrypt hash.' })
  @IsString()
  @Matches(VERIFIER, { message: 'must be a SHA-256 in hexadecimal or a bcrypt hash' })
  verifier!: string;

  @ApiPropertyOptional({ type: Date, nullable: true })
  @IsOptional()
  @AsDate()
  @IsDate()
  expiresAt?: Date | null;
}

/** A client in an export, an import or a bootstrap file. */
export class ExportedClient extends NewClientBody {
  @ApiPropertyOptional({
    type: [ExportedSecret],
    description: 'The verifiers of its secrets; if left out, they are not changed.',
  })
  @IfSent()
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => ExportedSecret)
  secrets?: ExportedSecret[];
}

/** Converts between an exported secret and its row. */
export function secretOf({ scheme, verifier, expiresAt = null }: ExportedSecret): RowOfSecret {
  return { scheme, verifier: Buffer.from(verifier, encodingOf(scheme)), expiresAt };
}

export function exportedSecret({ scheme, verifier, expiresAt }: RowOfSecret): ExportedSecret {
  return { scheme, verifier: verifier.toString(encodingOf(scheme)), expiresAt };
}

type RowOfSecret = Pick<ClientSecret, 'scheme' | 'verifier' | 'expiresAt'>;

function encodingOf(scheme: ExportedSecret['scheme']): BufferEncoding {
  return scheme === 'bcrypt' ? 'utf8' : 'hex';
}
