import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsOptional, ValidateNested } from 'class-validator';
import { WithBrandings } from '../../identity/branding/branding-entry.js';
import { ExportedClient } from '../../oauth/clients/client-entry.js';
import { ExportedRuleset } from '../../oauth/rulesets/ruleset-entry.js';
import { ExportedProvider } from '../../oauth/providers/provider-entry.js';
import { ExportedWebhook } from '../../oauth/webhooks/webhook-entry.js';
import { IfSent } from '../../platform/operations/if-sent.js';

const flag = ({ value }: { value: unknown }): unknown =>
  value === 'true' || value === '' ? true : value === 'false' ? false : value;

/** The document that `GET /configuration` returns and `POST /configuration` accepts. */
export class ConfigurationDocument extends WithBrandings {
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

  @ApiPropertyOptional({ type: [ExportedProvider] })
  @IfSent()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => ExportedProvider)
  providers?: ExportedProvider[];

  @ApiPropertyOptional({ type: [ExportedWebhook] })
  @IfSent()
  @ArrayMaxSize(10_000)
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => ExportedWebhook)
  webhooks?: ExportedWebhook[];
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
