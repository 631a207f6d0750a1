import { Injectable } from '@nestjs/common';
import { Passkeys } from '../../identity/passkeys/passkeys.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { OwnDevicePasswords } from '../device-passwords/own-device-passwords.js';
import { WaysIn } from './ways-in.js';
import { OpenSessions } from '../../identity/sessions/open-sessions.js';
import { clientNamesOf } from '../../oauth/clients/client-names.js';
import { Database } from '../../platform/database/database.js';
import { identifiersOf } from '../../identity/accounts/account-identifiers.js';
import type { IdentifierType } from '../../identity/accounts/identifier.js';
import { IdentifierChanges, isOwnType } from '../../identity/mailed-links/identifier-changes.js';
import { offeredProviders } from '../../oauth/providers/offered-providers.js';
import { ProviderConnections } from '../../oauth/providers/provider-connections.js';
import { WaysList, endedOf, type FoundWay, type WayEnd } from '../../identity/accounts/ways-list.js';
import { isLong, type Long } from '../../platform/operations/long.js';

const TYPES: Readonly<Partial<Record<IdentifierType, 'email' | 'phone' | 'login'>>> = {
  Email: 'email',
  Msisdn: 'phone',
  Login: 'login',
};

type Kind = 'identifiers' | 'partnerIds';

/**
 * Lists what an account signs in with among its ways in, working and suspended: its addresses, logins and connections,
 * passkeys, device passwords and sessions.
 */
@Injectable()
export class ListedWays {
  constructor(
    list: WaysList,
    passkeys: Passkeys,
    devicePasswords: OwnDevicePasswords,
    private readonly ways: WaysIn,
    private readonly changes: IdentifierChanges,
    private readonly connections: ProviderConnections,
    private readonly sessions: OpenSessions,
    private readonly database: Database,
  ) {
    for (const kind of ['identifiers', 'partnerIds'] as const)
      list.register(kind, {
        of: (accountId) => this.listedIdentifiers(accountId, kind),
        end: (tx, accountId, id) => this.endIdentifier(tx, accountId, id, kind),
      });
    list.register('passkeys', {
      of: (accountId) => passkeys.listed(accountId),
      end: (tx, accountId, id) => {
        const isLast = (held: Transaction) => this.ways.isLast(held, accountId, { passkey: id });
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

  private async listedIdentifiers(accountId: Long, kind: Kind): Promise<FoundWay[]> {
    const own = await identifiersOf(this.database.dataSource.manager, accountId);
    return [...own]
      .reverse()
      .filter((each) => kindOf(each) === kind && (each.isValidated || each.suspendedAt !== null))
      .map(({ id, type, value, issuer, addedAt: since, signInId, suspendedAt }) => {
        const rest = { id, since, signInId, suspendedAt };
        if (type !== 'ExternalId') return { ...rest, type: TYPES[type] ?? 'externalId', name: value };
        const provider = offeredProviders().find((each) => each.issuer === issuer);
        if (provider) return { ...rest, type: 'connection', name: provider.name, detail: value };
        return { ...rest, type: 'externalId', name: issuer === '' ? null : issuer, detail: value };
      });
  }

  private async endIdentifier(tx: Transaction, accountId: Long, id: string, kind: Kind): Promise<WayEnd> {
    const going = (await identifiersOf(tx, accountId)).find((each) => each.id === id);
    if (!going || kindOf(going) !== kind) return 'gone';
    if (isOwnType(going.type)) {
      const outcome = await this.changes.remove(tx, { accountId, signInId: null }, going.id, true);
      return outcome === 'removed' ? 'ended' : outcome;
    }
    // A partner's connection does not sign in on pages.
    const isProvider = offeredProviders().some(({ issuer }) => issuer === going.issuer);
    const isLast = (held: Transaction) =>
      isProvider && going.isValidated
        ? this.ways.isLast(held, accountId, { connection: going.id })
        : Promise.resolve(false);
    const outcome = await this.connections.end(tx, accountId, going.id, isLast);
    return typeof outcome === 'string' ? outcome : 'ended';
  }
}

/** An ExternalId that its user connected has a date. */
function kindOf({ type, addedAt }: Awaited<ReturnType<typeof identifiersOf>>[number]): Kind {
  return type === 'ExternalId' && addedAt === null ? 'partnerIds' : 'identifiers';
}
