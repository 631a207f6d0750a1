import { Injectable } from '@nestjs/common';
import { ListedPasskeys } from '../../identity/passkeys/listed-passkeys.js';
import { WaysList } from '../../identity/accounts/ways-list.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { isLong } from '../../platform/operations/long.js';
import { OwnDevicePasswords } from '../device-passwords/own-device-passwords.js';
import { WaysIn } from './ways-in.js';

/** Passkeys and device passwords of an account among its ways in. */
@Injectable()
export class ListedCredentials {
  constructor(list: WaysList, ways: WaysIn, passkeys: ListedPasskeys, devicePasswords: OwnDevicePasswords) {
    list.register('passkeys', {
      of: (accountId) => passkeys.of(accountId),
      end: (tx, accountId, id) => {
        const isLast = (held: Transaction) => ways.isLast(held, accountId, { passkey: id });
        return passkeys.end(tx, accountId, id, isLast);
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
  }
}
