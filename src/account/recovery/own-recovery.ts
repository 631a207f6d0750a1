import { Injectable } from '@nestjs/common';
import { lockAccount } from '../../identity/accounts/account-statements.js';
import type { LinkView } from '../../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { FactorRecoveries } from '../../identity/recovery/factor-recoveries.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';

/** A link that works, and from when it removes the second factor. */
export interface OpenRecovery {
  readonly link: LinkView;
  readonly readyAt: Date;
}

/** What one does by a link to get back in (D250): stops it at any time, or removes the second factor after the wait. */
@Injectable()
export class OwnRecovery {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly recoveries: FactorRecoveries,
    private readonly audit: AuditLog,
  ) {}

  /** null: there is no such link, it was replaced, or what it is about is over. */
  async find(token: string): Promise<OpenRecovery | null> {
    const link = await this.links.look(token, ['recovery']);
    if (link?.state !== 'open') return null;
    const recovery = await this.recoveries.of(link.accountId);
    return recovery && { link, readyAt: recovery.readyAt };
  }

  /** @returns false: it was over */
  stop({ link: { accountId } }: OpenRecovery, address: string): Promise<boolean> {
    return this.decide(accountId, address, 'recovery.stopped', (tx) => this.recoveries.stop(tx, accountId));
  }

  /** If two try at once, one succeeds. @returns false: the wait is not over, or something else ended it */
  complete({ link: { accountId } }: OpenRecovery, token: string, address: string): Promise<boolean> {
    const work = (tx: Transaction) => this.recoveries.complete(tx, accountId, token);
    return this.decide(accountId, address, 'recovery.done', work);
  }

  private decide(
    accountId: Long,
    address: string,
    action: 'recovery.stopped' | 'recovery.done',
    work: (tx: Transaction) => Promise<boolean>,
  ): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (account?.status !== 'active' || !(await work(tx))) return false;
      await this.audit.record({ action, outcome: 'ok', accountId, address }, tx);
      return true;
    });
  }
}
