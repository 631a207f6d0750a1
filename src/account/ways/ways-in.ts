import { Injectable } from '@nestjs/common';
import type { Visit } from '../../platform/operations/visit.js';
import type { EntityManager } from 'typeorm';
import { hasOwnPassword } from '../../identity/accounts/account-statements.js';
import { Passkeys } from '../../identity/passkeys/passkeys.js';
import { SecondFactor, type FactorWays } from '../../identity/sessions/second-factor.js';
import { Proofs } from '../../identity/sessions/proofs.js';
import { sessionSignInIdOf } from '../../identity/sessions/session-proofs.js';
import { ProviderConnections } from '../../oauth/providers/provider-connections.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { suspendedWaysOf, type SuspendedWay } from '../suspended/suspended-ways.js';

type Connected = Awaited<ReturnType<ProviderConnections['of']>>;

/** The proofs that the owner of an account can give again (D253). */
export interface ProvingWays extends FactorWays {
  readonly password: boolean;
  readonly providers: readonly Connected['connected'][number]['provider'][];
}

/** The way in that is to be removed. */
type Going = { readonly passkey: Long } | { readonly connection: Long };

/** What signs an account in on pages: a password, passkeys, connections with providers. The last one stays (D296). */
@Injectable()
export class WaysIn {
  constructor(
    private readonly database: Database,
    private readonly passkeys: Passkeys,
    private readonly connections: ProviderConnections,
    private readonly given: SecondFactor,
    private readonly proofs: Proofs,
  ) {}

  async provingOf(accountId: Long): Promise<ProvingWays> {
    const [needed, hasPassword, factors, { connected }] = await Promise.all([
      this.proofs.neededOf(accountId),
      this.hasPassword(accountId),
      this.given.waysOf(accountId),
      this.connections.of(accountId),
    ]);
    const providers = needed === 'any' ? connected.map(({ provider }) => provider) : [];
    return { ...factors, password: needed === 'own' && hasPassword, providers };
  }

  connectionsOf(accountId: Long): Promise<Connected> {
    return this.connections.of(accountId);
  }

  /** Returns the suspended ways in, as the sign-in of the request sees them. */
  suspendedOf(accountId: Long, visit: Visit): Promise<SuspendedWay[]> {
    return suspendedWaysOf(this.database.dataSource.manager, accountId, sessionSignInIdOf(visit));
  }

  hasPassword(accountId: Long): Promise<boolean> {
    return hasOwnPassword(this.database.dataSource.manager, accountId);
  }

  /** Whether none would be left. The account is locked, so the second of two concurrent requests sees what the first left. */
  async isLast(tx: EntityManager, accountId: Long, going: Going): Promise<boolean> {
    if (await hasOwnPassword(tx, accountId)) return false;
    const passkey = 'passkey' in going ? going.passkey : null;
    if (await this.passkeys.isAnyBeside(tx, accountId, passkey)) return false;
    const connection = 'connection' in going ? going.connection : null;
    return !(await this.connections.isAnyBeside(tx, accountId, connection));
  }
}
