import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { lockAccount } from '../accounts/account-statements.js';
import { ENDED_WAYS, isActing, WAYS, type Effect, type Remedy, type WayKind } from './ways.js';

/** The browser from which a remedy came, as far as it keeps one: what is its own there stays. */
export interface ThisBrowser {
  /** Digest of the id of its session. */
  readonly session: Buffer | null;
  /** Digest of its trust cookie. */
  readonly trust: Buffer | null;
  /** The mark by which the account knows it. */
  readonly known: Buffer | null;
}

export const NO_BROWSER: ThisBrowser = { session: null, trust: null, known: null };

/**
 * Ends ways in of one kind, in the transaction of the remedy, which holds the account.
 * @param kept what stays; nothing of it: all ends
 * @returns how many there were
 */
type Ending = (tx: Transaction, accountId: Long, kept: ThisBrowser, remedy: Remedy) => Promise<number>;

/** How many ways in of each kind a remedy ended. */
export type Ended = Partial<Record<WayKind, number>>;

/**
 * Applies what the registry says of a remedy (D195, D309). Rooms above this one keep most of the rows, so each module
 * registers how its own end; a server on which one is missing does not start.
 */
@Injectable()
export class Remedies {
  private readonly endings = new Map<WayKind, Ending>();

  register(kind: WayKind, ending: Ending): void {
    this.endings.set(kind, ending);
  }

  /** Locks the account. @param kept the browser that goes on; left out: none */
  async apply(
    tx: Transaction,
    remedy: Remedy,
    accountId: Long,
    kept: ThisBrowser = NO_BROWSER,
  ): Promise<Ended> {
    await lockAccount(tx, accountId, 'NO KEY UPDATE');
    const ended: Ended = {};
    for (const kind of ENDED_WAYS) {
      const effect: Effect = WAYS[kind].effects[remedy];
      const stays = effect === 'endsOthers' ? kept : NO_BROWSER;
      if (isActing(effect)) ended[kind] = await this.endingOf(kind)(tx, accountId, stays, remedy);
    }
    return ended;
  }

  onApplicationBootstrap(): void {
    ENDED_WAYS.forEach((kind) => this.endingOf(kind));
  }

  private endingOf(kind: WayKind): Ending {
    const ending = this.endings.get(kind);
    if (!ending) throw new Error(`no module registers how a remedy ends ${WAYS[kind].name} (${kind})`);
    return ending;
  }
}
