import { Injectable } from '@nestjs/common';
import { AccountHolds } from '../identity/accounts/account-holds.js';
import type { LinkView } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { Database } from '../platform/database/database.js';
import { Clock } from '../platform/security/clock.js';
import type { FirstStep } from '../identity/sessions/authentication.js';
import { PasswordReplacement } from './password-replacement.js';

/** Chooses a new password by a mailed link (D71, D105). */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly holds: AccountHolds,
    private readonly replacement: PasswordReplacement,
    private readonly clock: Clock,
  ) {}

  look(token: string): Promise<LinkView | null> {
    return this.links.look(token, ['reset']);
  }

  /**
   * Ends every session and every device that the old password signed in (D309), and a hold (D328).
   * @returns who showed it, or null when the link no longer works; of two concurrent uses one succeeds
   */
  async complete(token: string, password: string, address: string): Promise<FirstStep | null> {
    const passwordHash = await this.replacement.hash(password, `link ${token}`);
    return this.database.transaction(async (tx) => {
      const used = await this.links.consume(tx, token, ['reset']);
      if (!used) return null;
      const { accountId, confirmed: except, rank } = used;
      await this.holds.lift(tx, accountId, used.identifierId);
      const isReplaced = await this.replacement.replace(tx, {
        ...{ accountId, passwordHash, address, except },
        action: 'password.reset',
        remedy: 'replacePassword',
        rank,
        spared: used.identifierId,
        signedInAt: this.clock.now(),
      });
      if (!isReplaced) return null; // disabled meanwhile
      return { accountId, methods: ['link', 'password'], linkRank: rank };
    });
  }
}
