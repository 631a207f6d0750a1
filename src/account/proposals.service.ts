import { Injectable } from '@nestjs/common';
import { addIdentifier } from '../identity/accounts/account-identifiers.js';
import { holdSignIn } from '../identity/sessions/hold-sign-in.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';
import type { Transaction } from '../platform/database/transaction.js';
import type { ActingUser } from './by-user.js';
import { CallError } from '../platform/errors/call-error.js';
import { Errors } from '../platform/errors/catalogue.js';
import { normalizeIdentifier } from '../identity/accounts/identifier.js';
import type { MemberTypeValue } from '../identity/families/family-member.entity.js';
import { FamilyService } from '../identity/families/family.service.js';
import type { LinkView, UsedLink } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks, PROPOSALS } from '../identity/mailed-links/mailed-links.service.js';
import { Notices } from '../identity/notifications/notices.js';

/** taken: meanwhile another account got the address, or the family another founder; the link stays open. */
type ProposalOutcome = 'done' | 'taken' | 'over';

/** What a client proposes to an account, whose user decides: a further address (D156), a family to join (D159). */
@Injectable()
export class Proposals {
  constructor(
    private readonly database: Database,
    private readonly families: FamilyService,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /** Does not use the link up: a GET may repeat (D71). */
  look(token: string): Promise<LinkView | null> {
    return this.links.look(token, PROPOSALS);
  }

  /** @param link as its page showed it; @param who is signed in to the account that it is for */
  async accept(token: string, link: LinkView, who: ActingUser): Promise<ProposalOutcome> {
    try {
      return await this.database.transaction(async (tx) => {
        // Locked in the order in which deleting either of them locks: account, family, link.
        await holdSignIn(tx, who, 'NO KEY UPDATE');
        if (link.familyId !== null) await this.families.hold(tx, link.familyId);
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
      if (definition === Errors.familyIdDoesNotExist) return 'over'; // deleted just now
      throw cause;
    }
  }

  /** Needs no sign-in: whoever got the link may decline. */
  async decline(token: string, address: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      const accountId = await this.links.decline(tx, token, PROPOSALS);
      if (accountId === null) return;
      const event = { action: 'proposal.declined', outcome: 'refused' } as const;
      await this.audit.record({ ...event, target: `account:${accountId}`, address }, tx);
    });
  }

  private async addAddress(tx: Transaction, { added }: UsedLink, who: ActingUser): Promise<void> {
    const { type, value } = added as NonNullable<UsedLink['added']>;
    await this.notices.add(tx, who.accountId, { kind: 'identifierAdded', value, except: value });
    const normalized = type === 'Login' ? normalizeIdentifier(type, value) : value; // a login is kept as it was given
    if (normalized === null) throw new CallError(Errors.identifierInvalid); // it was proposed before 0.2.0
    const identifier = { type, value, normalized, isValidated: true };
    await addIdentifier(tx, who.accountId, identifier);
    const { accountId, address } = who;
    await this.audit.record({ action: 'identifier.confirmed', outcome: 'ok', accountId, address }, tx);
  }

  private async join(
    tx: Transaction,
    { familyId, memberType, invitedBy }: UsedLink,
    who: ActingUser,
  ): Promise<void> {
    if (familyId === null) throw new CallError(Errors.familyIdDoesNotExist);
    await this.families.putMember(tx, familyId, who.accountId, memberType as MemberTypeValue, invitedBy);
    const target = `family:${familyId}`;
    const { accountId, address } = who;
    await this.audit.record({ action: 'membership.accepted', outcome: 'ok', target, accountId, address }, tx);
  }
}
