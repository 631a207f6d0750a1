import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsBoolean, IsOptional, ValidateNested } from 'class-validator';
import { ExportedClient } from '../../oauth/clients/client-entry.js';
import { ExportedServer } from '../../oauth/exported-server.js';
import { IfSent } from '../../platform/operations/if-sent.js';

const flag = ({ value }: { value: unknown }): unknown =>
  value === 'true' || value === '' ? true : value === 'false' ? false : value;

/** The document that `GET /configuration` returns and `POST /configuration` accepts. */
export class ConfigurationDocument extends ExportedServer {
  @ApiPropertyOptional({ type: [ExportedClient] })
  @IfSent()
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => ExportedClient)
  clients?: ExportedClient[];
}

export class ImportQuery {
  @ApiPropertyOptional({ description: 'Returns what would change, without changing anything.' })
  @IsOptional()
  @Transform(flag)
  @IsBoolean()
  dryRun?: boolean;

  @ApiPropertyOptional({
    description: 'Also deletes what the document does not name, except shipped rulesets.',
  })
  @IsOptional()
  @Transform(flag)
  @IsBoolean()
  prune?: boolean;
}
