import { Injectable } from '@nestjs/common';
import { Notices } from '../../identity/notifications/notices.js';
import { heldRank } from '../../identity/sign-ins/held-rank.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { beganBy, type SignInView } from '../../identity/sign-ins/sign-ins-of.js';
import { Remedies, type ThisBrowser } from '../../identity/accounts/remedies.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import type { ActingUser } from '../frame/by-user.js';

/** Sign-ins that their owner does not recognise: they end with what was made in them (D338). */
@Injectable()
export class DisownedSignIns {
  constructor(
    private readonly database: Database,
    private readonly remedies: Remedies,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** The one that began it, where `id` is of a further proof. */
  find(accountId: Long, id: Long): Promise<SignInView | null> {
    return beganBy(this.database.dataSource.manager, accountId, id);
  }

  /** One that is another account's, or no longer kept, is no error. */
  disown(by: ActingUser, id: Long, kept: ThisBrowser): Promise<void> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      const held = await holdSignIn(tx, by);
      const began = await beganBy(tx, accountId, id);
      if (!began) return;
      const beganId = began.id;
      // Before, so that an address hears it that was added there, and may be the owner's after all.
      await this.notices.add(tx, accountId, { kind: 'signInDisowned' });
      const resting = { beganId, rank: await heldRank(tx, held, this.clock.now()) };
      await this.remedies.apply(tx, 'disownSignIn', accountId, kept, resting);
      const event = { action: 'signin.disowned', outcome: 'ok', target: `signin:${beganId}` } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
    });
  }
}
