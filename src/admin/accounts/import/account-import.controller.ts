import { Post, Query } from '@nestjs/common';
import { AdminApi } from '../../../platform/operations/controllers.js';
import { ApiBody, ApiConsumes } from '@nestjs/swagger';
import { AdminRoute } from '../../../platform/operations/declare-admin.js';
import { CurrentVisit, type Visit } from '../../../platform/operations/visit.js';
import { invalid } from '../../../platform/errors/problem-error.js';
import { CurrentAdministrator, type Administrator } from '../../shell/access/administrator.js';
import { AccountImportQuery } from './account-import.args.js';
import { AccountImport } from './account-import.js';
import { ImportedLines } from './account-import.view.js';

const NDJSON = 'application/x-ndjson';
const EXAMPLE = `{"name":"Anna","identifiers":[{"type":"Email","value":"anna@family.example","isValidated":true}],"passwordHash":"$2b$10$…"}`;

@AdminApi('accounts')
export class AccountImportController {
  constructor(private readonly imports: AccountImport) {}

  @Post('import')
  @AdminRoute('adminaccountimport', 'Imports up to 500 accounts, one JSON object per line', {
    writes: true,
    needsConfirmation: true,
    answers: ImportedLines,
  })
  @ApiConsumes(NDJSON)
  @ApiBody({ schema: { type: 'string', example: EXAMPLE } })
  async import(
    @CurrentVisit() visit: Visit,
    @Query() { dryRun = false }: AccountImportQuery,
    @CurrentAdministrator() by: Administrator,
  ): Promise<ImportedLines> {
    const body: unknown = visit.body;
    if (typeof body !== 'string')
      throw invalid([{ field: 'body', message: `must be lines of JSON, sent as ${NDJSON}` }]);
    return { items: await this.imports.run(body, dryRun ? null : by) };
  }
}
