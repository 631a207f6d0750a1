import { Injectable } from '@nestjs/common';
import { Passkeys } from '../../identity/passkeys/passkeys.js';
import { WaysList, endedOf, type FoundWay } from '../../identity/accounts/ways-list.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { OwnDevicePasswords } from '../device-passwords/own-device-passwords.js';
import { WaysIn } from './ways-in.js';
import { OpenSessions } from '../../identity/sessions/open-sessions.js';
import { clientNamesOf } from '../../oauth/clients/client-names.js';
import { Database } from '../../platform/database/database.js';

/** Lists the passkeys, device passwords and sessions of an account among its ways in. */
@Injectable()
export class ListedCredentials {
  constructor(
    list: WaysList,
    ways: WaysIn,
    passkeys: Passkeys,
    devicePasswords: OwnDevicePasswords,
    private readonly sessions: OpenSessions,
    private readonly database: Database,
  ) {
    list.register('passkeys', {
      of: (accountId) => passkeys.listed(accountId),
      end: (tx, accountId, id) => {
        const isLast = (held: Transaction) => ways.isLast(held, accountId, { passkey: id });
        return passkeys.endListed(tx, accountId, id, isLast);
      },
    });
    list.register('devicePasswords', {
      of: async (accountId) =>
        (await devicePasswords.of(accountId)).map(({ createdAt, application, ...rest }) => {
          return { ...rest, type: 'devicePassword', detail: application, since: createdAt };
        }),
      end: async (tx, accountId, id) =>
        isLong(id) && (await devicePasswords.endOne(tx, accountId, id)) ? 'ended' : 'gone',
    });
    list.register('sessions', {
      of: (accountId) => this.sessionsOf(accountId),
      end: async (tx, accountId, id) =>
        endedOf(await sessions.end(tx, accountId, { digest: Buffer.from(id, 'hex') })),
    });
  }

  private async sessionsOf(accountId: Long): Promise<FoundWay[]> {
    const open = await this.sessions.of(accountId);
    const nameOf = await clientNamesOf(this.database.dataSource.manager, open);
    return open.map(({ digest, clientId, signedInAt: since, lastUsedAt, agent, signInId }) => {
      const type = clientId === null ? 'browser' : 'webApplication';
      const name = nameOf(clientId);
      return { id: digest.toString('hex'), type, name, since, lastUsedAt, agent, signInId };
    });
  }
}
