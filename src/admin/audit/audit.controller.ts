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
  @AdminRoute('adminauditlist', 'Lists audit events, newest first; as NDJSON, all that match', {
    role: 'support',
    answers: { 'application/json': AuditPage, [NDJSON]: TEXT },
  })
  async list(@Query() query: AuditQuery, @Req() request: Request, @Res() response: Response): Promise<void> {
    if (request.accepts(['json', NDJSON]) === NDJSON) return sendAudit(this.trail.export(query), response);
    response.json(await this.trail.list(query));
  }
}

/**
 * Streams events. If that fails midway the connection is cut, so that nobody takes a partial answer for a complete one.
 */
export async function sendAudit(lines: AsyncGenerator<string>, response: Response): Promise<void> {
  const first = await lines.next(); // before the status is sent: an invalid filter can still be reported
  response.type(NDJSON);
  const all = async function* (): AsyncGenerator<string> {
    if (!first.done) yield first.value;
    yield* lines;
  };
  // A reader that disconnects is no error; after a database error the answer is cut already.
  await pipeline(Readable.from(all()), response).catch(() => undefined);
}
