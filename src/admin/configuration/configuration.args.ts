import { ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsArray, ValidateNested } from 'class-validator';
import { ExportedClient } from '../../oauth/clients/client-entry.js';
import { ExportedServer } from '../../oauth/exported-server.js';
import { IfSent } from '../../platform/operations/if-sent.js';
import { QueryFlag } from '../shell/query-flag.js';

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
  @QueryFlag('Returns what would change, without changing anything.')
  dryRun?: boolean;

  @QueryFlag('Also deletes what the document does not name, except shipped rulesets.')
  prune?: boolean;
}
