import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { exchangeOf } from '../../../platform/operations/exchange.js';
import { Clock } from '../../../platform/security/clock.js';
import { adminCookieOf } from './admin-cookie.js';
import { AdminSessions } from './admin-sessions.js';
import type { Administrator } from './administrator.js';

/** Finds who is signed in to the administration, by the cookie of its session. */
@Injectable()
export class SessionAdministrators {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly clock: Clock,
  ) {}

  async find(request: Request): Promise<Administrator | null> {
    const id = adminCookieOf(request);
    const session = id === null ? null : await this.sessions.find(id);
    if (!session) return null;
    const { accountId, role } = session;
    const { address } = exchangeOf(request).origin;
    return { role, accountId, clientId: null, address, session, at: this.clock.now() };
  }
}
