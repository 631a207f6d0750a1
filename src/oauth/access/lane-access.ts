import { Injectable } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Exchange } from '../../platform/operations/exchange.js';
import { RequestAccess } from '../../platform/http/request-access.js';
import { BrowserSessions } from '../../platform/http/browser-sessions.js';
import { sentSessionCookie } from '../../identity/sessions/session-ids.js';
import { namesClient, readCredentials, usesToken } from './credentials.js';

/** Tells the lane about credentials and sessions of a request. */
@Injectable()
export class LaneAccess extends RequestAccess {
  constructor(private readonly sessions: BrowserSessions) {
    super();
  }

  override namesCaller(request: IncomingMessage, exchange: Exchange): boolean {
    return namesClient(exchange) || sentSessionCookie(request);
  }

  override clientNamed(exchange: Exchange): unknown {
    const { client, assertion } = readCredentials(exchange);
    return { client, assertion };
  }

  override comesWithSession(request: IncomingMessage, exchange: Exchange): boolean {
    return sentSessionCookie(request) && !usesToken(exchange);
  }

  override loadSession(request: IncomingMessage, response: ServerResponse): Promise<void> {
    return this.sessions.loadOf(request, response);
  }
}
