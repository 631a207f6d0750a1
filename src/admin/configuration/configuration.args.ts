import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import {
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsDate,
  IsIn,
  IsOptional,
  IsString,
  Length,
  Matches,
  ValidateNested,
} from 'class-validator';
import { PRINTABLE } from '../../platform/operations/text-rules.js';
import { AsDate } from '../../platform/operations/as-date.js';
import { NewClientBody } from '../clients/client.args.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { RulesetSettings } from '../rulesets/ruleset.args.js';

/** SHA-256 as 64 hexadecimal digits, or a bcrypt hash. */
const VERIFIER = /^([0-9a-f]{64}|\$2[aby]\$\d\d\$[./A-Za-z0-9]{53})$/;

const flag = ({ value }: { value: unknown }): unknown =>
  value === 'true' || value === '' ? true : value === 'false' ? false : value;

/** What a secret is checked against; the secret itself is never in an export. */
export class ExportedSecret {
  @ApiProperty({ enum: ['sha256', 'bcrypt'] })
  @IsIn(['sha256', 'bcrypt'])
  scheme!: 'sha256' | 'bcrypt';

  @ApiProperty({ description: 'The SHA-256 in hexadecimal, or the bcrypt hash.' })
  @IsString()
  @Matches(VERIFIER, { message: 'is no SHA-256 in hexadecimal and no bcrypt hash' })
  verifier!: string;

  @ApiPropertyOptional({ type: Date, nullable: true })
  @IsOptional()
  @AsDate()
  @IsDate()
  expiresAt?: Date | null;
}

/** Its name may be one that the bootstrap file gave it, which the administration would not. */
export class ExportedRuleset extends RulesetSettings {
  @ApiProperty({ example: 'PARTNER' })
  @IsString()
  @Length(1, 64)
  @Matches(PRINTABLE.regex, { message: `is ${PRINTABLE.meaning}` })
  name!: string;
}

/** A client with what its secrets are checked against; left out: its secrets stay as they are. */
export class ExportedClient extends NewClientBody {
  @ApiPropertyOptional({ type: [ExportedSecret] })
  @IfSent()
  @IsArray()
  @ArrayMaxSize(10)
  @ValidateNested({ each: true })
  @Type(() => ExportedSecret)
  secrets?: ExportedSecret[];
}

/** What `GET /configuration` answers and `POST /configuration` takes. */
export class ConfigurationDocument {
  @ApiPropertyOptional({ type: [ExportedRuleset] })
  @IfSent()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ExportedRuleset)
  rulesets?: ExportedRuleset[];

  @ApiPropertyOptional({ type: [ExportedClient] })
  @IfSent()
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ExportedClient)
  clients?: ExportedClient[];
}

export class ImportQuery {
  @ApiPropertyOptional({ description: 'Answers what would change, and changes nothing.' })
  @IsOptional()
  @Transform(flag)
  @IsBoolean()
  dryRun?: boolean;

  @ApiPropertyOptional({
    description: 'Also deletes what the document does not name; shipped rulesets stay.',
  })
  @IsOptional()
  @Transform(flag)
  @IsBoolean()
  prune?: boolean;
}
