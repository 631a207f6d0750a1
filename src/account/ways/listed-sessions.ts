import { Injectable } from '@nestjs/common';
import { OpenSessions } from '../../identity/sessions/open-sessions.js';
import { endedOf, WaysList, type FoundWay } from '../../identity/accounts/ways-list.js';
import { clientNamesOf } from '../../oauth/clients/client-names.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';

/** The sessions of an account among its ways in. */
@Injectable()
export class ListedSessions {
  constructor(
    ways: WaysList,
    private readonly sessions: OpenSessions,
    private readonly database: Database,
  ) {
    ways.register('sessions', {
      of: (accountId) => this.of(accountId),
      end: async (tx, accountId, id) =>
        endedOf(await sessions.end(tx, accountId, { digest: Buffer.from(id, 'hex') })),
    });
  }

  private async of(accountId: Long): Promise<FoundWay[]> {
    const open = await this.sessions.of(accountId);
    const nameOf = await clientNamesOf(this.database.dataSource.manager, open);
    return open.map(({ digest, clientId, signedInAt: since, lastUsedAt, agent, signInId }) => {
      const type = clientId === null ? 'browser' : 'webApplication';
      const name = nameOf(clientId);
      return { id: digest.toString('hex'), type, name, since, lastUsedAt, agent, signInId };
    });
  }
}
