import { Get, Headers, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { ApiBody, ApiHeader } from '@nestjs/swagger';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { json, type Shown } from '../../platform/operations/shown.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkDocument } from './check-document.js';
import { ConfigurationDocument, ImportQuery } from './configuration.args.js';
import { Configuration } from './configuration.service.js';
import { ConfigurationChanges } from './configuration.view.js';

@AdminApi('configuration')
export class ConfigurationController {
  constructor(private readonly configuration: Configuration) {}

  @Get()
  @AdminRoute(
    'adminconfigurationexport',
    'Exports all rulesets, clients, brandings, providers, webhooks and resources; of secrets only the verifiers, or what is sealed',
    {
      needsConfirmation: true,
      answers: ConfigurationDocument,
    },
  )
  export(@CurrentAdministrator() by: Administrator): Promise<ConfigurationDocument> {
    return this.configuration.export(by);
  }

  @Post()
  @AdminRoute(
    'adminconfigurationimport',
    'Imports a document: creates and changes what it names, all of it or nothing',
    {
      writes: true,
      needsConfirmation: true,
      takesLargeBody: true,
      answers: ConfigurationChanges,
      problems: [Problems.notFound, Problems.conflict, Problems.preconditionFailed],
    },
  )
  @ApiBody({ type: ConfigurationDocument })
  @ApiHeader({ name: 'If-Match', required: false, description: 'The ETag of the dry run.' })
  async import(
    @CurrentVisit() visit: Visit,
    @Query() { dryRun = false, prune = false }: ImportQuery,
    @Headers('if-match') ifMatch: string | undefined,
    @CurrentAdministrator() by: Administrator,
  ): Promise<Shown> {
    const document = await checkDocument(visit.body);
    const options = { isDryRun: dryRun, isPruning: prune, ifMatch };
    const { changes, etag } = await this.configuration.import(document, options, by);
    const outcome: ConfigurationChanges = { changes, isApplied: !dryRun };
    // With If-Match, an import applies exactly what its dry run returned, or nothing.
    return json(outcome, { headers: { ETag: etag } });
  }
}
