import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../platform/database/database.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { Clock, MINUTE, SECOND } from '../../platform/security/clock.js';
import { isInNetworks } from '../../platform/security/public-address.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { throwIfClientGone } from '../clients/client-gone.js';
import { ClientDirectory } from '../clients/client-directory.js';
import { newUserCode } from './user-code.js';

/** Long enough to find a phone and a second factor; a code that nobody typed is soon worth nothing (D270). */
const LIFETIME_MS = 15 * MINUTE;
/** Between two polls, to begin with (RFC 8628 §3.2). */
const INTERVAL_S = 5;

/** If two draw the same user_code at this moment, the second draws another. */
const BEGIN: Statement = {
  name: 'device-begin',
  text: `INSERT INTO device_authorization (digest, user_code_digest, client_id, scope, interval_seconds, expires_at)
         VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (user_code_digest) DO NOTHING RETURNING 1 AS begun`,
};

/** What a device is given; its codes are only here. */
interface BegunAuthorization {
  readonly deviceCode: string;
  /** Without the hyphen. */
  readonly userCode: string;
  readonly expiresInSeconds: number;
  readonly intervalSeconds: number;
}

/** What devices ask for, until somebody decides (RFC 8628 §3.1, D270). */
@Injectable()
export class DeviceAuthorizations {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientDirectory,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  /**
   * Charged as an authorization at /authorize is: to the client where its own servers begin it, else to the network.
   * @param scope null: everything that the client's ruleset allows
   * @throws BudgetSpent; CallError clientNotAuthenticated for a client that was deleted meanwhile
   */
  async begin({ id }: CallerClient, scope: string | null, address: string): Promise<BegunAuthorization> {
    const client = await this.clients.findById(id);
    const isOfItsServers = client !== null && isInNetworks(address, client.serverNetworks);
    await this.budgets.spend('deviceAuthorizations', { address, ...(isOfItsServers && { client }) });
    const deviceCode = randomSecret();
    const expiresAt = new Date(this.clock.millis() + LIFETIME_MS);
    for (;;) {
      const userCode = newUserCode();
      const values = [digestOf(deviceCode), digestOf(userCode), id, scope, INTERVAL_S, expiresAt];
      const [begun] = await this.database
        .query(BEGIN, values)
        .catch((cause: unknown) => throwIfClientGone(cause, 'device_authorization_client_id_fkey'));
      if (begun)
        return {
          deviceCode,
          userCode,
          expiresInSeconds: LIFETIME_MS / SECOND,
          intervalSeconds: INTERVAL_S,
        };
    }
  }
}
