import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { hasOwnPassword } from '../identity/accounts/account-statements.js';
import { Passkeys } from '../identity/passkeys/passkeys.js';
import { GivenFactors, type FactorWays } from '../identity/sessions/given-factors.js';
import { ProviderConnections } from '../oauth/providers/provider-connections.js';
import { Database } from '../platform/database/database.js';
import type { Long } from '../platform/operations/long.js';

/** What the owner of an account can show, to be known again. */
export interface Ways extends FactorWays {
  readonly password: boolean;
  readonly connections: Awaited<ReturnType<ProviderConnections['of']>>;
}

/** One of them that is to go. */
type Going = { readonly passkey: Long } | { readonly connection: Long };

/** What signs an account in on pages: a password, passkeys, connections with providers. The last of it stays (D296). */
@Injectable()
export class WaysIn {
  constructor(
    private readonly database: Database,
    private readonly passkeys: Passkeys,
    private readonly connections: ProviderConnections,
    private readonly given: GivenFactors,
  ) {}

  async of(accountId: Long): Promise<Ways> {
    const [password, factors, connections] = await Promise.all([
      this.hasPassword(accountId),
      this.given.waysOf(accountId),
      this.connections.of(accountId),
    ]);
    return { password, ...factors, connections };
  }

  hasPassword(accountId: Long): Promise<boolean> {
    return hasOwnPassword(this.database.dataSource.manager, accountId);
  }

  /** Whether nothing would be left. The account is locked, so that of two at once the second sees what the first left. */
  async isLast(tx: EntityManager, accountId: Long, going: Going): Promise<boolean> {
    if (await hasOwnPassword(tx, accountId)) return false;
    const passkey = 'passkey' in going ? going.passkey : null;
    if (await this.passkeys.isAnyBeside(tx, accountId, passkey)) return false;
    const connection = 'connection' in going ? going.connection : null;
    return !(await this.connections.isAnyBeside(tx, accountId, connection));
  }
}
