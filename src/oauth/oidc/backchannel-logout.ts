import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { logoutReceiversOf } from '../clients/logout-receivers.js';
import { endOpenCodes } from '../tokens/authorization-codes.js';
import { endSignIns, type EndingSignIns } from '../tokens/end-sign-ins.js';
import { Outbox } from '../../identity/notifications/outbox.js';
import { OpenSessions } from '../../identity/sessions/open-sessions.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';

/**
 * Tells clients that a sign-in in which they took part is over (D214), by logout tokens through the outbox. Wherever
 * sessions end they are told first; grants are locked before codes, so that two such transactions never deadlock.
 */
@Injectable()
export class BackchannelLogout {
  constructor(
    private readonly outbox: Outbox,
    private readonly sessions: OpenSessions,
  ) {}

  onModuleInit(): void {
    this.sessions.beforeEnd((tx, accountId, { digest, except = null, isReplaced }) =>
      digest
        ? this.tellOfSession(tx, accountId, digest, isReplaced)
        : this.tellOfOthers(tx, accountId, except),
    );
  }

  /**
   * @param digest of the session that is about to end
   * @param keepsCodes whether codes of it that were not redeemed yet go on
   * @returns whether any client is notified; the other methods return the same
   */
  private async tellOfSession(
    tx: Transaction,
    accountId: Long,
    digest: Buffer,
    keepsCodes = false,
  ): Promise<boolean> {
    const sid = await this.sessions.sidOf(tx, accountId, digest);
    if (sid === null) return false;
    const isAnyTold = await this.tell(tx, accountId, { sid });
    if (!keepsCodes) await endOpenCodes(tx, accountId, { sid }); // one that is redeemed later would continue the sign-in
    return isAnyTold;
  }

  /** @param digest of the session that stays; null: none does */
  async tellOfOthers(tx: Transaction, accountId: Long, digest: Buffer | null): Promise<boolean> {
    const except = digest === null ? null : await this.sessions.sidOf(tx, accountId, digest);
    return this.tell(tx, accountId, { except });
  }

  /** The account no longer allows the client anything. */
  tellClient(tx: Transaction, accountId: Long, clientId: Long): Promise<boolean> {
    return this.tell(tx, accountId, { clientId });
  }

  private async tell(tx: Transaction, accountId: Long, which: EndingSignIns): Promise<boolean> {
    const ended = await endSignIns(tx, accountId, which);
    const receivers = await logoutReceiversOf(tx, ended);
    const told = ended.flatMap(({ clientId, sid }) => {
      const receiver = receivers.get(clientId);
      return receiver ? [{ ...receiver, sid }] : [];
    });
    for (const { clientId, uri: recipient, sid } of told)
      await this.outbox.add(tx, {
        kind: 'logout',
        accountId: null, // it outlives the account
        channel: 'backchannel',
        recipient,
        locale: '',
        payload: { clientId, sub: accountId, sid, jti: randomUUID() },
      });
    return told.length > 0;
  }
}
