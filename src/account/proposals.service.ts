import { Injectable } from '@nestjs/common';
import { lockAccount } from '../identity/accounts/account-statements.js';
import { AccountService } from '../identity/accounts/account.service.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import type { MemberTypeValue } from '../identity/families/family-member.entity.js';
import { FamilyService } from '../identity/families/family.service.js';
import type { LinkView, UsedLink } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks, PROPOSALS } from '../identity/mailed-links/mailed-links.service.js';
import { Notices } from '../identity/notifications/notices.js';

/** Who decides: signed in to the account that is asked. */
interface Decider {
  readonly accountId: Long;
  readonly address: string;
}

/** taken: another account has the address by now, or the family another founder; the link stays as it is. */
export type ProposalOutcome = 'done' | 'taken' | 'over';

/** What a client asks an account for, and the account decides: an address of its own (D156), a family to join (D159). */
@Injectable()
export class Proposals {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly families: FamilyService,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /** A GET may look as often as it likes: nothing is consumed (D71). */
  look(token: string): Promise<LinkView | null> {
    return this.links.look(token, PROPOSALS);
  }

  /** @param link as the account that decides was shown it */
  async accept(token: string, link: LinkView, address: string): Promise<ProposalOutcome> {
    const who = { accountId: link.accountId, address };
    try {
      return await this.database.transaction(async (tx) => {
        // The account and then the family before the link, as deleting either does.
        await lockAccount(tx, who.accountId, 'NO KEY UPDATE');
        await this.families.hold(tx, link.familyId);
        const used = await this.links.consume(tx, token, PROPOSALS);
        if (!used) return 'over';
        await (used.added ? this.addAddress(tx, used, who) : this.join(tx, used, who));
        return 'done';
      });
    } catch (cause) {
      if (!(cause instanceof CallError)) throw cause;
      const { definition } = cause;
      if (definition === Errors.accountAlreadyExists || definition === Errors.founderAlreadyExists)
        return 'taken';
      if (definition === Errors.familyIdDoesNotExist) return 'over'; // deleted in this moment
      throw cause;
    }
  }

  /** Whoever the link came to may say no. */
  async decline(token: string, address: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const accountId = await this.links.decline(tx, token, PROPOSALS);
      if (accountId === null) return;
      const event = { action: 'proposal.declined', outcome: 'refused' } as const;
      await this.audit.record({ ...event, target: `account:${accountId}`, address }, tx);
    });
  }

  private async addAddress(tx: Transaction, { added }: UsedLink, who: Decider): Promise<void> {
    const { type, value } = added as NonNullable<UsedLink['added']>;
    await this.notices.add(tx, who.accountId, { kind: 'identifierAdded', value, except: value });
    const identifier = { type, value, normalized: value, isValidated: true };
    await this.accounts.addIdentifier(tx, who.accountId, identifier, null);
    await this.audit.record({ ...who, action: 'identifier.confirmed', outcome: 'ok' }, tx);
  }

  private async join(tx: Transaction, { familyId, memberType }: UsedLink, who: Decider): Promise<void> {
    if (familyId === null) throw new CallError(Errors.familyIdDoesNotExist);
    await this.families.putMember(tx, familyId, who.accountId, memberType as MemberTypeValue);
    const target = `family:${familyId}`;
    await this.audit.record({ ...who, action: 'membership.accepted', outcome: 'ok', target }, tx);
  }
}
