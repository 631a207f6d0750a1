import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { IsArray, IsBoolean, IsOptional, ValidateNested } from 'class-validator';
import { ExportedClient } from '../../oauth/clients/client-entry.js';
import { ExportedRuleset } from '../../oauth/rulesets/ruleset-entry.js';
import { IfSent } from '../../platform/operations/if-sent.js';

const flag = ({ value }: { value: unknown }): unknown =>
  value === 'true' || value === '' ? true : value === 'false' ? false : value;

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
