import { Injectable } from '@nestjs/common';
import { findAccount, isLeaving, markOf } from '../identity/accounts/account-statements.js';
import type { KeepingProof } from '../identity/accounts/deletion-pending.js';
import { AccountHolds } from '../identity/accounts/account-holds.js';
import type { LinkView } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { Database } from '../platform/database/database.js';
import { Clock } from '../platform/security/clock.js';
import type { FirstStep } from '../identity/sessions/authentication.js';
import { PasswordChange } from './password-change.js';

/** The first step of a sign-in by the new password; or, for an account that is about to be deleted, the proof that keeps it. */
type Chosen = { readonly who: FirstStep } | { readonly keeping: KeepingProof };

/** Chooses a new password by a mailed link (D71, D105). */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly holds: AccountHolds,
    private readonly passwords: PasswordChange,
    private readonly clock: Clock,
  ) {}

  look(token: string): Promise<LinkView | null> {
    return this.links.look(token, ['reset']);
  }

  /**
   * Sets the new password. Ends every session and device that the old password signed in (D309), and a hold (D328).
   * An account that is about to be deleted stays so until its user keeps it (D378).
   * Of two concurrent uses one succeeds. @returns null: the link no longer works
   */
  async complete(token: string, password: string, address: string): Promise<Chosen | null> {
    const passwordHash = await this.passwords.hash(password, `link ${token}`);
    return this.database.transaction(async (tx) => {
      const used = await this.links.consume(tx, token, ['reset']);
      if (!used) return null;
      const { accountId, confirmed: except, rank } = used;
      await this.holds.lift(tx, accountId, used.identifierId);
      const isReplaced = await this.passwords.replace(tx, {
        ...{ accountId, passwordHash, address, except },
        action: 'password.reset',
        remedy: 'replacePassword',
        rank,
        spared: used.identifierId,
        signedInAt: this.clock.now(),
      });
      if (!isReplaced) return null; // disabled meanwhile
      const account = await findAccount(tx, accountId);
      if (account && isLeaving(account))
        return { keeping: { accountId, method: 'link', linkRank: rank, mark: markOf(passwordHash) } };
      return { who: { accountId, methods: ['link', 'password'], linkRank: rank } };
    });
  }
}
