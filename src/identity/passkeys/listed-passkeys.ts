import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import type { FoundWay, WayEnd } from '../accounts/ways-list.js';
import { youngSince } from '../ways-in/youth.js';
import { Passkey } from './passkey.entity.js';
import { endSuspended, suspendedPasskeysOf, youngPasskeys } from './passkey-statements.js';
import { Passkeys } from './passkeys.js';

/** The passkeys of an account among its ways in, suspended ones too. */
@Injectable()
export class ListedPasskeys {
  constructor(
    private readonly database: Database,
    private readonly passkeys: Passkeys,
    private readonly clock: Clock,
  ) {}

  async of(accountId: Long): Promise<FoundWay[]> {
    const { manager } = this.database.dataSource;
    const [own, young, suspended] = await Promise.all([
      this.passkeys.of(accountId),
      this.young(manager, accountId),
      suspendedPasskeysOf(manager, accountId),
    ]);
    const working = own.map(({ id, name, createdAt: since, lastUsedAt, signInId }) => {
      const canEnd = young.has(id);
      return { id, type: 'passkey', name, since, lastUsedAt, signInId, canEnd } as const;
    });
    const others = suspended.map(
      ({ createdAt: since, ...each }) => ({ ...each, type: 'passkey', since }) as const,
    );
    return [...working, ...others].reverse();
  }

  /** What is settled goes by a recovery alone, with its wait (D250). @param isLastWayIn as `Passkeys.remove` has it */
  async end(
    tx: Transaction,
    accountId: Long,
    id: string,
    isLastWayIn: (tx: Transaction) => Promise<boolean>,
  ): Promise<WayEnd> {
    if (await endSuspended(tx, accountId, id)) return 'ended';
    const isThere = (await tx.findBy(Passkey, { accountId })).some((each) => each.id === id);
    if (!isThere) return 'gone';
    if (!(await this.young(tx, accountId)).has(id)) return 'settled';
    const outcome = await this.passkeys.end(tx, accountId, id, isLastWayIn);
    return outcome === 'removed' ? 'ended' : outcome;
  }

  private async young(tx: EntityManager, accountId: Long): Promise<ReadonlySet<Long>> {
    return new Set(await youngPasskeys(tx, accountId, youngSince(this.clock.now())));
  }
}
