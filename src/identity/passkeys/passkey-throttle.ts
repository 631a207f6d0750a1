import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { countsOf, type CountRow } from '../../platform/throttle/attempt-statements.js';
import { AttemptThrottle } from '../../platform/throttle/attempt-throttle.js';
import { PasskeyRefused } from './passkey-refused.js';

/** What a signature is checked with, and whose it is. */
export interface FoundPasskey {
  readonly id: Long;
  readonly accountId: Long;
  readonly userHandle: Buffer;
  readonly publicKey: Buffer;
  readonly name: string;
}

interface Row {
  id: Long | null;
  account_id: Long;
  user_handle: Buffer;
  public_key: Buffer;
  name: string;
  counts: CountRow[];
}

const SUBJECT = `'passkey ' || encode($1, 'hex')`;
const FIND = {
  name: 'passkey',
  text: `SELECT p.id, p.account_id, p.user_handle, p.public_key, p.name, ${countsOf(SUBJECT, '$2::text')} AS counts
           FROM (SELECT) AS anybody LEFT JOIN passkey p ON p.credential_id = $1::bytea`,
};

/** Finds passkeys, and slows down whoever keeps sending ones that are refused (D40). Nothing is hashed, so none waits. */
@Injectable()
export class PasskeyThrottle {
  constructor(
    private readonly database: Database,
    private readonly throttle: AttemptThrottle,
  ) {}

  /**
   * @param check throws a PasskeyRefused, which counts; null: there is no such passkey
   * @throws CallError tooManyAttempts; what `check` throws
   */
  async attempt<T>(
    credentialId: Buffer,
    address: string,
    check: (passkey: FoundPasskey | null) => Promise<T>,
  ): Promise<T> {
    return this.throttle.attemptAtOnce({
      address,
      look: async (network) => {
        const [row] = await this.database.query<Row>(FIND, [credentialId, network]);
        return { ...row, isKnown: false };
      },
      check: (row) => check(row.id === null ? null : foundIn(row, row.id)),
      isWrong: (cause) => cause instanceof PasskeyRefused,
    });
  }
}

function foundIn(row: Row, id: Long): FoundPasskey {
  const { account_id: accountId, user_handle: userHandle, public_key: publicKey, name } = row;
  return { id, accountId, userHandle, publicKey, name };
}
