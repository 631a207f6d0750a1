import { Injectable } from '@nestjs/common';
import type { DevicePassword } from '../../identity/device-passwords/device-password.entity.js';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import {
  devicePasswordsOf,
  holdEndingDevicePasswords,
  makeDevicePassword,
  removeDevicePasswords,
  type EndingDevicePasswords,
} from '../../identity/device-passwords/device-password-statements.js';
import { Notices } from '../../identity/notifications/notices.js';
import { clientNamesOf } from '../../oauth/clients/client-names.js';
import { Devices } from '../../oauth/tokens/devices.js';
import { holdSignIn, type ByUser } from '../../identity/sessions/hold-sign-in.js';
import type { ActingUser } from '../frame/by-user.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';

/** A device password as its page shows it. */
export interface DevicePasswordRow extends Pick<
  DevicePassword,
  'id' | 'name' | 'createdAt' | 'lastUsedAt' | 'signInId'
> {
  /** null: legacy sessions. */
  readonly application: string | null;
}

/** Makes, lists and ends the device passwords of an account, with audit and notices to the account's addresses (D248). */
@Injectable()
export class OwnDevicePasswords {
  constructor(
    private readonly database: Database,
    private readonly devices: Devices,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  async of(accountId: Long): Promise<DevicePasswordRow[]> {
    const { manager } = this.database.dataSource;
    const found = await devicePasswordsOf(manager, accountId);
    const nameOf = await clientNamesOf(manager, found);
    return found.map(({ id, name, clientId, createdAt, lastUsedAt, signInId }) => {
      return { id, name, application: nameOf(clientId), createdAt, lastUsedAt, signInId };
    });
  }

  /** @param clientId null: legacy sessions. @returns the password, which is shown once; null: the account has too many */
  make(by: ActingUser, name: string, clientId: Long | null): Promise<string | null> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, by, 'NO KEY UPDATE');
      const plain = await makeDevicePassword(tx, { accountId, name, clientId, signInId }, this.clock.now());
      if (plain === null) return null;
      await this.notices.add(tx, accountId, {
        kind: 'devicePasswordAdded',
        value: name,
        made: { signInId },
      });
      await this.audit.record({ action: 'device-password.made', outcome: 'ok', accountId, address }, tx);
      return plain;
    });
  }

  /** Ends one with all that it signed in. One that is gone, or belongs to another account, is no error. */
  end({ accountId, address }: ByUser, id: Long): Promise<void> {
    return this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId, 'NO KEY UPDATE');
      if (!(await this.endOne(tx, accountId, id))) return;
      await this.audit.record({ action: 'device-password.ended', outcome: 'ok', accountId, address }, tx);
    });
  }

  /** Ends one in the transaction of a caller that holds the account and records the act. @returns false: there is none */
  async endOne(tx: Transaction, accountId: Long, id: Long): Promise<boolean> {
    const [ended] = await this.endIn(tx, accountId, { id });
    if (ended === undefined) return false;
    await this.notices.add(tx, accountId, { kind: 'devicePasswordRemoved', value: ended });
    return true;
  }

  /**
   * Ends all of them in the transaction of a remedy, which notifies and records.
   * @param signInIds only the passwords that were made in one of these sign-ins; null: all
   */
  async endAll(tx: Transaction, accountId: Long, signInIds: readonly Long[] | null): Promise<number> {
    return (await this.endIn(tx, accountId, signInIds === null ? {} : { signInIds })).length;
  }

  private async endIn(tx: Transaction, accountId: Long, which: EndingDevicePasswords): Promise<string[]> {
    const ended = await holdEndingDevicePasswords(tx, accountId, which);
    const ids = ended.map(({ id }) => id);
    await this.devices.endOfDevicePasswords(tx, ids);
    await removeDevicePasswords(tx, ids);
    return ended.map(({ name }) => name);
  }
}
