import { Injectable } from '@nestjs/common';
import { replacePassword } from '../identity/accounts/account-statements.js';
import { SessionRow } from '../identity/sessions/session.entity.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { LinkView } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { Notices } from '../identity/notifications/notices.js';
import { Clock } from '../platform/security/clock.js';
import { PasswordHasher } from '../platform/security/password-hasher.js';
import { TokenRevoker } from '../oauth/tokens/token-revoker.js';
import { endOpenAuthorizations } from '../oauth/authorize/open-authorizations.js';

/** Chooses a new password by a mailed link (D71, D105). */
@Injectable()
export class PasswordReset {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly hasher: PasswordHasher,
    private readonly revoker: TokenRevoker,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  look(token: string): Promise<LinkView | null> {
    return this.links.look(token, ['reset']);
  }

  /**
   * Ends every session and every device that the old password signed in; connected apps were never given it, and stay.
   * @returns the account, or null when the link does not work any more; of two at once one gets it
   */
  async complete(token: string, password: string, address: string): Promise<Long | null> {
    const passwordHash = await this.hasher.hash(password, { party: `link ${token}`, isKnown: true }); // before the transaction: no connection waits for bcrypt (D70)
    return this.database.transaction(async (tx) => {
      const used = await this.links.consume(tx, token, ['reset']);
      if (!used) return null;
      const { accountId } = used;
      const isReplaced = await replacePassword(tx, accountId, passwordHash, this.clock.now());
      if (!isReplaced) return null; // disabled meanwhile
      await tx.delete(SessionRow, { accountId });
      await endOpenAuthorizations(tx, accountId);
      await this.links.end(tx, accountId, ['reset', 'addition']); // who knew the old password may have asked for them
      await this.notices.add(tx, accountId, { kind: 'passwordChanged', except: used.confirmed });
      await this.audit.record({ action: 'password.reset', outcome: 'ok', accountId, address }, tx);
      await this.revoker.endDeviceGrants(tx, accountId, null);
      return accountId;
    });
  }
}
