import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { checkedForm, refusalOf } from '../shell/console/checked.js';
import { queryIn } from '../shell/console/form-values.js';
import { addressOf } from '../shell/console/list.js';
import { AuditTrail } from './audit-trail.js';
import { AuditQuery } from './audit-trail.view.js';
import { sendAudit } from './audit.controller.js';
import { AUDIT, auditPage, FILTERS, type AuditFilters } from './audit.page.js';

const NOTHING = { items: [], next: null };

@Console('audit')
export class AuditConsole {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  @ConsolePage('adminauditpage', 'The audit trail', { role: 'support' })
  async list(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const query = filtersIn(request);
    const checked = await checkedForm(AuditQuery, given(query));
    const outcome = 'errors' in checked ? checked : await refusalOf(this.trail.list(checked.body));
    if ('done' in outcome) return auditPage({ by, query, page: outcome.done });
    return auditPage({ by, query, page: NOTHING, errors: outcome.errors });
  }

  @Get('export')
  @ConsolePage('adminauditexport', 'All of the audit trail that matches', { role: 'support' })
  async export(@Req() request: Request, @Res() response: Response): Promise<void> {
    const checked = await checkedForm(AuditQuery, given(filtersIn(request)));
    if ('errors' in checked) return response.redirect(303, addressOf(AUDIT, filtersIn(request)));
    response.attachment('audit.ndjson');
    return sendAudit(this.trail.export(checked.body), response);
  }
}

function filtersIn(request: Request): AuditFilters {
  const names = [...FILTERS, 'after'] as const;
  return Object.fromEntries(names.map((name) => [name, queryIn(request, name).trim()])) as AuditFilters;
}

/** A field that was left empty is none. */
function given(filters: AuditFilters): Partial<AuditQuery> {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
}
