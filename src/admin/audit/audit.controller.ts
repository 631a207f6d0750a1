import { Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { TEXT } from '../../platform/operations/answers.js';
import { AdminApi, AdminRoute } from '../../platform/operations/declare-admin.js';
import { AuditTrail } from './audit-trail.js';
import { AuditPage, AuditQuery } from './audit-trail.view.js';

const NDJSON = 'application/x-ndjson';

@AdminApi('audit')
export class AuditController {
  constructor(private readonly trail: AuditTrail) {}

  @Get()
  @AdminRoute('adminauditlist', 'Lists the audit trail, the newest first; as NDJSON all that matches', {
    role: 'support',
    answers: { 'application/json': AuditPage, [NDJSON]: TEXT },
  })
  async list(@Query() query: AuditQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (request.accepts(['json', NDJSON]) === NDJSON) return sendAudit(this.trail.export(query), response);
    response.json(await this.trail.list(query));
  }
}

/** Streamed; when it can't be finished the connection is cut, so that nobody takes a part for the whole. */
export async function sendAudit(lines: AsyncGenerator<string>, response: Response): Promise<void> {
  const first = await lines.next(); // what is wrong with the search is told while it still can be
  response.type(NDJSON);
  const all = async function* (): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* lines;
  };
  // A reader who goes away is no fault of ours; a database that does has cut the answer.
  await pipeline(Readable.from(all()), response).catch(() => undefined);
}
