import { Injectable } from '@nestjs/common';
import { leavingMarkOf, noteSignIn, passwordMarkOf } from '../accounts/account-statements.js';
import { DeletionPending } from '../accounts/deletion-pending.js';
import { Notices } from '../notifications/notices.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { Clock } from '../../platform/security/clock.js';
import { PasskeyChallenges, type OpenChallenge } from './passkey-challenges.js';
import { Passkey } from './passkey.entity.js';
import { PasskeyRefused, type PasskeyProblem } from './passkey-refused.js';

/** A passkey that signed a challenge rightly, and what its authenticator said. */
export interface Signed {
  readonly passkey: Pick<Passkey, 'id' | 'accountId' | 'name'>;
  readonly open: OpenChallenge;
  readonly counter: number;
  readonly isBackedUp: boolean;
}

/** From where, and for which client, if any. */
export interface UsedFrom {
  readonly address: string;
  readonly clientId: string | null;
}

/** Recognizes the account's password: of one that is signed in to, or of one that is about to be deleted. */
type Recorded = { readonly mark: string | null } | { readonly keeps: string };

/** Uses passkeys up to their counter and challenges for good. */
@Injectable()
export class PasskeyUses {
  constructor(
    private readonly database: Database,
    private readonly challenges: PasskeyChallenges,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Records the use, for which the challenge is taken once and the counter only goes up, on any number of nodes.
   * @returns what recognizes the account's password at that moment
   * @throws PasskeyRefused; DeletionPending
   */
  async record(signed: Signed, from: UsedFrom): Promise<string | null> {
    const { accountId } = signed.passkey;
    const outcome = await this.database.transaction((tx) => this.recordIn(tx, signed, from));
    if (typeof outcome === 'string') throw new PasskeyRefused(outcome, accountId);
    if ('keeps' in outcome) throw new DeletionPending({ accountId, method: 'passkey', mark: outcome.keeps });
    return outcome.mark;
  }

  private async recordIn(
    tx: Transaction,
    { passkey, open, counter, isBackedUp }: Signed,
    from: UsedFrom,
  ): Promise<Recorded | PasskeyProblem> {
    const { id, accountId, name } = passkey;
    const now = this.clock.now();
    if (!(await this.challenges.use(tx, open))) return 'replayed';
    if (!(await noteSignIn(tx, accountId, now))) {
      const mark = await leavingMarkOf(tx, accountId);
      return mark === null ? 'closed' : { keeps: mark };
    }
    const { affected } = await tx
      .createQueryBuilder()
      .update(Passkey)
      .set({ counter: String(counter), isBackedUp, lastUsedAt: now })
      .where('id = :id AND (counter < :counter OR (counter = 0 AND :counter = 0))', { id, counter })
      .execute();
    const event = { ...from, accountId, target: `passkey:${id}` } as const;
    if (affected === 1) {
      await this.audit.record({ ...event, action: 'passkey.used', outcome: 'ok' }, tx);
      return { mark: await passwordMarkOf(tx, accountId) };
    }
    if (!(await tx.existsBy(Passkey, { id }))) return 'unknown'; // removed meanwhile
    await this.audit.record(
      { ...event, action: 'passkey.cloned', outcome: 'refused', details: { counter } },
      tx,
    );
    await this.notices.add(tx, accountId, { kind: 'passkeyCloned', value: name });
    return 'cloned';
  }
}
