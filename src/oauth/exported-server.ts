import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, ValidateNested } from 'class-validator';
import { WithBrandings } from '../identity/branding/branding-entry.js';
import { IfSent } from '../platform/operations/if-sent.js';
import { ExportedProvider } from './providers/provider-entry.js';
import { ExportedResource } from './resources/resource-entry.js';
import { ExportedRuleset } from './rulesets/ruleset-entry.js';
import { ExportedWebhook } from './webhooks/webhook-entry.js';

/** What exports, imports and bootstrap files have in common: all but clients, whose secrets a file may have in plain. */
export class ExportedServer extends WithBrandings {
  @ApiPropertyOptional({ type: [ExportedRuleset] })
  @IfSent()
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => ExportedRuleset)
  rulesets?: ExportedRuleset[];

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

  @ApiPropertyOptional({ type: [ExportedResource] })
  @IfSent()
  @ArrayMaxSize(1000)
  @ValidateNested({ each: true })
  @IsArray()
  @Type(() => ExportedResource)
  resources?: ExportedResource[];
}
