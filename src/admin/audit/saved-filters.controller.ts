import { Body, Delete, Get, Param, Post } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { Problems } from '../../platform/errors/problems.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { NewSavedFilter, SavedFilterList, SavedFilterView, settingsIn } from './saved-filter.view.js';
import type { SavedFilter } from './saved-filter.entity.js';
import { SavedFilters } from './saved-filters.js';

/** The saved filters of the audit page, which all administrators and support share (D209). */
@AdminApi('audit/filters')
export class SavedFiltersController {
  constructor(private readonly filters: SavedFilters) {}

  @Get()
  @AdminRoute('adminauditfilters', 'Lists the saved filters of the audit, by name', {
    role: 'support',
    answers: SavedFilterList,
  })
  async list(): Promise<SavedFilterList> {
    return { items: (await this.filters.all()).map(toView), next: null };
  }

  @Post()
  @AdminRoute(
    'adminauditfilterput',
    'Saves filters of the audit under a name, in place of what it stood for',
    {
      writes: true,
      status: 201,
      answers: SavedFilterView,
      problems: [Problems.conflict],
    },
  )
  async save(
    @Body() body: NewSavedFilter,
    @CurrentAdministrator() by: Administrator,
  ): Promise<SavedFilterView> {
    return toView(await this.filters.save(body.name, settingsIn(body.filters), by));
  }

  @Delete(':filterId')
  @AdminRoute('adminauditfilterend', 'Deletes a saved filter of the audit', { writes: true, status: 204 })
  async remove(
    @Param('filterId') filterId: string,
    @CurrentAdministrator() by: Administrator,
  ): Promise<void> {
    await this.filters.remove(filterId, by);
  }
}

function toView({ id, name, filters, createdAt }: SavedFilter): SavedFilterView {
  return { id, name, filters, createdAt };
}
