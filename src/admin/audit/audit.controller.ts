import { Get, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { TEXT } from '../../platform/operations/answers.js';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { json, ndjson, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { AuditTrail } from './audit-trail.js';
import { AuditPage, AuditQuery } from './audit-trail.view.js';

const NDJSON = 'application/x-ndjson';

@AdminApi('audit')
export class AuditController {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  @AdminRoute('adminauditlist', 'Lists audit events, newest first; as NDJSON, all that match', {
    role: 'support',
    answers: { 'application/json': AuditPage, [NDJSON]: TEXT },
  })
  async list(@Query() query: AuditQuery, @CurrentVisit() visit: Visit): Promise<Shown> {
    if (visit.accepts(['json', NDJSON]) === NDJSON) return ndjson(this.trail.export(query));
    return json(await this.trail.list(query));
  }
}
