import { Get, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { formLabels } from '../../platform/checks/form.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { refusalOf, sentForm } from '../shell/console/checked.js';
import { addressOf } from '../shell/console/list.js';
import { AuditTrail } from './audit-trail.js';
import { AuditQuery } from './audit-trail.view.js';
import { sendAudit } from './audit.controller.js';
import { AUDIT, auditPage, filtersOf } from './audit.page.js';

const NOTHING = { items: [], next: null };

@Console('audit')
export class AuditConsole {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  @ConsolePage('adminauditpage', 'The audit trail', { role: 'support' })
  async list(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const sent = await sentForm(AuditQuery, request.query);
    const { values: query } = sent;
    const outcome =
      'errors' in sent ? sent : await refusalOf(this.trail.list(sent.body), formLabels(AuditQuery));
    if ('done' in outcome) return auditPage({ by, query, page: outcome.done });
    return auditPage({ by, query, page: NOTHING, errors: outcome.errors });
  }

  @Get('export')
  @ConsolePage('adminauditexport', 'Downloads all matching audit events', { role: 'support' })
  async export(@Req() request: Request, @Res() response: Response): Promise<void> {
    const sent = await sentForm(AuditQuery, request.query);
    if ('errors' in sent) return response.redirect(303, addressOf(AUDIT, filtersOf(sent.values)));
    response.attachment('audit.ndjson');
    return sendAudit(this.trail.export(sent.body), response);
  }
}
