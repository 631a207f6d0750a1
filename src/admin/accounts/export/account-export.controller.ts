import { Get, Post, Query } from '@nestjs/common';
import { AdminApi } from '../../../platform/operations/controllers.js';
import { AdminRoute } from '../../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../../shell/access/administrator.js';
import { PageQuery } from '../../shell/page-query.js';
import { AccountExport } from './account-export.js';
import { AccountExportPage } from './account-export.view.js';

@AdminApi('accounts')
export class AccountExportController {
  constructor(private readonly exports: AccountExport) {}

  @Get('export')
  @AdminRoute('adminaccountexport', 'Exports accounts page by page, as an import takes them', {
    answers: AccountExportPage,
  })
  export(@Query() query: PageQuery, @CurrentAdministrator() by: Administrator): Promise<AccountExportPage> {
    return this.exports.plain(query, by);
  }

  @Post('export/password-hashes')
  @AdminRoute('adminpasswordhashexport', 'Exports accounts page by page, with their password hashes', {
    writes: true,
    needsConfirmation: true,
    answers: AccountExportPage,
  })
  exportWithHashes(
    @Query() query: PageQuery,
    @CurrentAdministrator() by: Administrator,
  ): Promise<AccountExportPage> {
    return this.exports.withHashes(query, by);
  }
}
