import { Injectable } from '@nestjs/common';
import { AccountDeletions } from '../../identity/accounts/account-deletions.js';
import type { Family } from '../../identity/families/family.entity.js';
import { FamilyService } from '../../identity/families/family.service.js';
import type { KeepingProof } from '../../identity/accounts/deletion-pending.js';
import { adoptInvitationsBeside } from '../../identity/mailed-links/earlier-invitations.js';
import { Notices } from '../../identity/notifications/notices.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import type { ActingUser } from '../frame/by-user.js';

/** A family that its founder hands over before the account is deleted. */
export type FamilyToHandOver = Pick<Family, 'id' | 'name'>;

/** Deletes a person's account after seven days, in which they may undo it (D237). */
@Injectable()
export class OwnDeletion {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyService,
    private readonly deletions: AccountDeletions,
    private readonly notices: Notices,
  ) {}

  /**
   * @returns the time of the deletion, or the reason why it is refused; null: the account is no longer active
   * @throws SignInRequired when the session has ended
   */
  async ask(by: ActingUser): Promise<Date | ErrorKey | null> {
    const { accountId, address } = by;
    await adoptInvitationsBeside(this.database, accountId);
    return this.database.transaction(async (tx) => {
      const held = await holdSignIn(tx, by, 'NO KEY UPDATE'); // nobody hands a family over to it meanwhile
      if (held.account.role !== null) return 'hasRole';
      if ((await this.families.foundedWithOthers(tx, accountId)).length > 0) return 'founderHandsOver';
      await this.notices.add(tx, accountId, { kind: 'deletionAsked' });
      return this.deletions.ask(tx, held, address);
    });
  }

  /** Returns the families that the person has to hand over first. */
  familiesBefore(accountId: Long): Promise<FamilyToHandOver[]> {
    return this.families.foundedWithOthers(this.database.dataSource.manager, accountId);
  }

  dateOf(accountId: Long): Promise<Date | null> {
    return this.deletions.dateOf(accountId);
  }

  /** @returns false: the seven days are over */
  async keep(proof: KeepingProof, address: string): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if (!(await this.deletions.keep(tx, proof, address))) return false;
      await this.notices.add(tx, proof.accountId, { kind: 'deletionUndone' });
      return true;
    });
  }
}
