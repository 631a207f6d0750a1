import { Injectable } from '@nestjs/common';
import type { Visit } from '../../../platform/operations/visit.js';
import { Clock } from '../../../platform/security/clock.js';
import { adminCookieOf } from './admin-cookie.js';
import { AdminSessions } from './admin-sessions.js';
import type { Surface } from './admin-surface.js';
import type { Administrator } from './administrator.js';

/** Finds who is signed in to the console or the API, by the cookie of that session. */
@Injectable()
export class SessionAdministrators {
  constructor(
    private readonly sessions: AdminSessions,
    private readonly clock: Clock,
  ) {}

  async find(visit: Visit, surface: Surface): Promise<Administrator | null> {
    const id = adminCookieOf(visit, surface);
    const session = id === null ? null : await this.sessions.find(id, surface);
    if (!session) return null;
    const { accountId, role } = session;
    const { address } = visit;
    return { role, accountId, clientId: null, address, session, at: this.clock.now() };
  }
}
