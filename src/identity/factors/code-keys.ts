import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { newCodeKey } from './one-time-codes.js';
import { totpContext } from './totp.entity.js';

/** How long a page that shows a new key waits for its first code. */
const SETUP_MS = 15 * MINUTE;
const TIME_BYTES = 8;

/** The key of an account can't be read: MASTER_KEY was replaced without keeping the one that sealed it. */
export class CodesUnreadable extends CallError {
  constructor(accountId: Long) {
    const message =
      'One-time codes of this account can’t be checked: the server lost the key that they are sealed with. A recovery code works.';
    super(Errors.unavailable, { accountId, reason: 'MASTER_KEY' }, { message });
  }
}

/** Seals the keys of authenticator applications, each for its own account only. */
@Injectable()
export class CodeKeys {
  constructor(
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  seal(accountId: Long, key: Buffer): Buffer {
    return this.sealer.seal('one-time codes', key, totpContext({ accountId }));
  }

  /** @throws CodesUnreadable */
  open(accountId: Long, sealed: Buffer): Buffer {
    const key = this.sealer.tryOpen('one-time codes', sealed, totpContext({ accountId }));
    if (!key) throw new CodesUnreadable(accountId);
    return key;
  }

  canOpen(accountId: Long, sealed: Buffer): boolean {
    return this.sealer.tryOpen('one-time codes', sealed, totpContext({ accountId })) !== null;
  }

  /** Seals the key again if an outdated key of the server sealed it: older ones are removed from the list one day. */
  renewed(accountId: Long, sealed: Buffer, key: Buffer): Buffer {
    return this.sealer.isOutdated('one-time codes', sealed) ? this.seal(accountId, key) : sealed;
  }

  /**
   * Makes a new key that is not stored yet: the page that shows it carries it, sealed for this account and session.
   * @param session names the session in which the password was given
   */
  begin(accountId: Long, session: Buffer): { readonly key: Buffer; readonly setup: string } {
    const key = newCodeKey();
    const until = Buffer.alloc(TIME_BYTES);
    until.writeBigUInt64BE(BigInt(this.clock.millis() + SETUP_MS));
    const sealed = this.sealer.seal(
      'one-time codes set-up',
      Buffer.concat([until, key]),
      setUpIn(accountId, session),
    );
    return { key, setup: sealed.toString('base64url') };
  }

  /** Opens the key that the page carries; null: it belongs to another session, or expired. */
  read(accountId: Long, session: Buffer, setup: string): Buffer | null {
    const plain = this.sealer.tryOpen(
      'one-time codes set-up',
      Buffer.from(setup, 'base64url'),
      setUpIn(accountId, session),
    );
    if (!plain || Number(plain.readBigUInt64BE()) <= this.clock.millis()) return null;
    return plain.subarray(TIME_BYTES);
  }
}

function setUpIn(accountId: Long, session: Buffer): Buffer {
  return Buffer.from(`totp setup ${accountId} ${session.toString('hex')}`);
}
