import { Injectable } from '@nestjs/common';
import type { Long } from '../../platform/operations/long.js';
import type { Transaction } from '../../platform/database/transaction.js';

/**
 * What lets somebody in to an account, and is kept by other folders; in the order in which it ends. One order for all
 * transactions: they never deadlock.
 */
const KINDS = ['sessions', 'administration', 'grants', 'device passwords', 'trust'] as const;

type Kind = (typeof KINDS)[number];
type Ending = (tx: Transaction, accountId: Long) => Promise<unknown>;

/**
 * Ends sessions and grants of an account in the transaction of a change to it (D24, D195). Rooms above this one keep
 * them, so each of their modules registers how its own are ended; a server on which one is missing does not start.
 */
@Injectable()
export class AccountEndings {
  private readonly endings = new Map<Kind, Ending>();

  register(kind: Kind, ending: Ending): void {
    this.endings.set(kind, ending);
  }

  /** @param kinds left out: everything */
  async end(tx: Transaction, accountId: Long, kinds: readonly Kind[] = KINDS): Promise<void> {
    for (const kind of KINDS) if (kinds.includes(kind)) await this.endingOf(kind)(tx, accountId);
  }

  onApplicationBootstrap(): void {
    KINDS.forEach((kind) => this.endingOf(kind));
  }

  private endingOf(kind: Kind): Ending {
    const ending = this.endings.get(kind);
    if (!ending) throw new Error(`no module registers how ${kind} of an account end`);
    return ending;
  }
}
