import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { In, Repository, type EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { lockAccount } from '../accounts/account-statements.js';
import { Notices } from '../notifications/notices.js';
import { DevicePassword } from './device-password.entity.js';
import { digestOfDeviceSecret, newDeviceSecret } from './device-secret.js';

/** More than anyone has applications that can't do without one. */
const MOST_DEVICE_PASSWORDS = 50;

/** The application that it is for, and its name. */
interface NewDevicePassword {
  readonly accountId: Long;
  /** null: legacy sessions. */
  readonly clientId: Long | null;
  readonly name: string;
  /** The sign-in on a page in which it is made; null: it is from before that was kept. */
  readonly signInId: Long | null;
}

/** Limits which device passwords of an account end; empty: all. */
export interface EndingDevicePasswords {
  readonly id?: Long;
  /** Only those that were made in one of these sign-ins. */
  readonly signInIds?: readonly Long[];
}

/** The passwords of an account that are each for one application (D248). The callers lock the account. */
@Injectable()
export class DevicePasswords {
  constructor(
    @InjectRepository(DevicePassword) private readonly passwords: Repository<DevicePassword>,
    private readonly database: Database,
    private readonly notices: Notices,
    private readonly clock: Clock,
  ) {}

  /** The newest first. */
  of(accountId: Long): Promise<DevicePassword[]> {
    return this.passwords.find({ where: { accountId }, order: { id: 'DESC' } });
  }

  /** @returns what is shown once; null: the account has too many */
  async make(tx: EntityManager, made: NewDevicePassword): Promise<string | null> {
    const { accountId } = made;
    if ((await tx.countBy(DevicePassword, { accountId })) >= MOST_DEVICE_PASSWORDS) return null;
    const plain = newDeviceSecret();
    const digest = digestOfDeviceSecret(plain) as Buffer;
    await tx.insert(DevicePassword, { ...made, digest, createdAt: this.clock.now() });
    return plain;
  }

  /** Locks the device passwords that end now: nothing that is made with them at the same time succeeds. */
  findToEnd(
    tx: EntityManager,
    accountId: Long,
    { id, signInIds }: EndingDevicePasswords,
  ): Promise<DevicePassword[]> {
    const where = { accountId, ...(id && { id }), ...(signInIds && { signInId: In([...signInIds]) }) };
    return tx.find(DevicePassword, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Deletes device passwords, and with them the sessions that they opened; the caller has ended their grants. */
  async remove(tx: EntityManager, ended: readonly DevicePassword[]): Promise<void> {
    if (ended.length > 0)
      await tx.delete(
        DevicePassword,
        ended.map(({ id }) => id),
      );
  }

  /** Notifies an account, once a day, that an application sent its own password, and what to do. */
  async tellNeeded(accountId: Long): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockAccount(tx, accountId, 'NO KEY UPDATE'); // of two concurrent attempts the second finds the message
      const kind = 'devicePasswordNeeded';
      if (!(await this.notices.wasTold(tx, accountId, kind)))
        await this.notices.add(tx, accountId, { kind, byOther: true });
    });
  }
}
