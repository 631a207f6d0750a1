import { Injectable } from '@nestjs/common';
import { identifiersOf } from '../../identity/accounts/account-identifiers.js';
import type { IdentifierType } from '../../identity/accounts/identifier.js';
import { IdentifierChanges, isOwnType } from '../../identity/mailed-links/identifier-changes.js';
import { WaysList, type FoundWay, type WayEnd } from '../../identity/accounts/ways-list.js';
import { offeredProviders } from '../../oauth/providers/offered-providers.js';
import { ProviderConnections } from '../../oauth/providers/provider-connections.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { WaysIn } from './ways-in.js';

const TYPES: Readonly<Partial<Record<IdentifierType, 'email' | 'phone' | 'login'>>> = {
  Email: 'email',
  Msisdn: 'phone',
  Login: 'login',
};

type Kind = 'identifiers' | 'partnerIds';

/** Lists the addresses, logins and connections of an account among its ways in, working and suspended. */
@Injectable()
export class ListedIdentifiers {
  constructor(
    list: WaysList,
    private readonly database: Database,
    private readonly changes: IdentifierChanges,
    private readonly connections: ProviderConnections,
    private readonly ways: WaysIn,
  ) {
    for (const kind of ['identifiers', 'partnerIds'] as const)
      list.register(kind, {
        of: (accountId) => this.of(accountId, kind),
        end: (tx, accountId, id) => this.end(tx, accountId, id, kind),
      });
  }

  private async of(accountId: Long, kind: Kind): Promise<FoundWay[]> {
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

  private async end(tx: Transaction, accountId: Long, id: string, kind: Kind): Promise<WayEnd> {
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
