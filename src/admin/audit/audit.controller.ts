import { Get, Query, Body, Delete, Param, Post } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { TEXT } from '../../platform/operations/answers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { json, ndjson, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { AuditTrail } from './audit-trail.js';
import { AuditPage, AuditQuery } from './audit-trail.view.js';
import { Problems } from '../../platform/errors/problems.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { NewSavedFilter, SavedFilterList, SavedFilterView, settingsIn } from './saved-filter.view.js';
import type { SavedFilter } from './saved-filter.entity.js';
import { SavedFilters } from './saved-filters.js';

const NDJSON = 'application/x-ndjson';

/** The audit trail, and the saved filters of its page, which all administrators and support share (D209). */
@AdminApi('audit')
export class AuditController {
  constructor(
    private readonly trail: AuditTrail,
    private readonly filters: SavedFilters,
  ) {}

  @Get()
  @AdminRoute('adminauditlist', 'Lists audit events, newest first; as NDJSON, all that match', {
    role: 'support',
    answers: { 'application/json': AuditPage, [NDJSON]: TEXT },
  })
  async list(@Query() query: AuditQuery, @CurrentVisit() visit: Visit): Promise<Shown> {
    if (visit.accepts(['json', NDJSON]) === NDJSON) return ndjson(this.trail.export(query));
    return json(await this.trail.list(query));
  }

  @Get('filters')
  @AdminRoute('adminauditfilters', 'Lists the saved filters of the audit, by name', {
    role: 'support',
    answers: SavedFilterList,
  })
  async listFilters(): Promise<SavedFilterList> {
    return { items: (await this.filters.all()).map(toView), next: null };
  }

  @Post('filters')
  @AdminRoute(
    'adminauditfilterput',
    'Saves filters of the audit under a name, in place of what it stood for',
    {
      writes: true,
      status: 201,
      idempotency: 'answered alike',
      answers: SavedFilterView,
      problems: [Problems.conflict],
    },
  )
  async saveFilter(
    @Body() body: NewSavedFilter,
    @CurrentAdministrator() by: Administrator,
  ): Promise<SavedFilterView> {
    return toView(await this.filters.save(body.name, settingsIn(body.filters), by));
  }

  @Delete('filters/:filterId')
  @AdminRoute('adminauditfilterend', 'Deletes a saved filter of the audit', { writes: true, status: 204 })
  async removeFilter(
    @Param('filterId') filterId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    await this.filters.remove(filterId, by);
  }
}

function toView({ id, name, filters, createdAt }: SavedFilter): SavedFilterView {
  return { id, name, filters, createdAt };
}
