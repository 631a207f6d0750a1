import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { Database, type Statement } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';
import { IS_DIRECT } from './grant-origin.js';
import { TokenRevoker } from './token-revoker.js';

const FIND = find('account-devices', IS_DIRECT);
const FIND_ALLOWED = find('account-allowed-grants', `NOT (${IS_DIRECT})`);

function find(name: string, which: string): Statement {
  const text = `SELECT g.id AS "grantId", g.device_id AS "deviceId", g.created_at AS "since", g.refreshed_at AS "lastSeen",
                       c.name AS "clientName", g.sign_in_id AS "signInId", g.resources
           FROM token_grant g JOIN client c ON c.id = g.client_id
          WHERE g.account_id = $1 AND g.revoked_at IS NULL AND g.ends_at > $2 AND ${which}
          ORDER BY g.created_at DESC LIMIT 100`;
  return { name, text };
}

/** A device where a password was entered in an application, or for which a partner vouched: no page asked. */
export interface Device {
  readonly grantId: Long;
  /** As the application calls it; null: it does not say. */
  readonly deviceId: string | null;
  readonly since: Date;
  /** When it last refreshed its tokens; null: never. */
  readonly lastSeen: Date | null;
  /** The application. */
  readonly clientName: string;
  /** The sign-in in which it was made; null: none of a page, or from before 0.3. */
  readonly signInId: Long | null;
  /** As its grant has them. */
  readonly resources: string | null;
}

/** The devices of an account. */
@Injectable()
export class Devices {
  constructor(
    private readonly database: Database,
    private readonly revoker: TokenRevoker,
    private readonly clock: Clock,
  ) {}

  /** The newest first. */
  of(accountId: Long): Promise<Device[]> {
    return this.database.query<Device & Record<string, unknown>>(FIND, [accountId, this.clock.now()]);
  }

  /** Applications and devices that were allowed on a page, the newest first. */
  allowedOf(accountId: Long): Promise<Device[]> {
    return this.database.query<Device & Record<string, unknown>>(FIND_ALLOWED, [accountId, this.clock.now()]);
  }

  /** Ends one that was allowed on a page, in the caller's transaction. @returns how many there were */
  endAllowed(tx: Transaction, accountId: Long, grantId: Long): Promise<number> {
    return this.revoker.endWhere(tx, `account_id = $2 AND id = $3 AND NOT (${IS_DIRECT})`, [
      accountId,
      grantId,
    ]);
  }

  /**
   * Ends devices in the caller's transaction.
   * @param grantId only this one; null: all
   * @returns how many there were
   */
  end(tx: Transaction, accountId: Long, grantId: Long | null): Promise<number> {
    const which = `account_id = $2 AND ($3::bigint IS NULL OR id = $3) AND ${IS_DIRECT}`;
    return this.revoker.endWhere(tx, which, [accountId, grantId]);
  }

  /** Ends what these device passwords signed in, in the caller's transaction. */
  async endOfDevicePasswords(tx: Transaction, ids: readonly Long[]): Promise<void> {
    if (ids.length > 0) await this.revoker.endWhere(tx, 'device_password_id = ANY($2::bigint[])', [ids]);
  }
}
