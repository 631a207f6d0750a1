import { Get, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { PageQuery } from '../shell/page-query.js';
import { FamilyExport } from './family-export.js';
import { FamilyExportPage } from './family-export.view.js';

@AdminApi('families')
export class FamilyExportController {
  constructor(private readonly families: FamilyExport) {}

  @Get('export')
  @AdminRoute(
    'adminfamilyexport',
    'Exports families with their members page by page, as a bootstrap file has them',
    {
      answers: FamilyExportPage,
    },
  )
  export(@Query() query: PageQuery, @CurrentAdministrator() by: Administrator): Promise<FamilyExportPage> {
    return this.families.page(query, by);
  }
}
