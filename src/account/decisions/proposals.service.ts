import { Injectable } from '@nestjs/common';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import type { ActingUser } from '../frame/by-user.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import { normalizeIdentifier } from '../../identity/accounts/identifier.js';
import { holdFamily } from '../../identity/families/family-statements.js';
import { Acceptances } from '../../identity/mailed-links/acceptances.js';
import { IdentifierChanges } from '../../identity/mailed-links/identifier-changes.js';
import type { LinkView, UsedLink } from '../../identity/mailed-links/link-shapes.js';
import { MailedLinks, PROPOSALS } from '../../identity/mailed-links/mailed-links.service.js';

/** taken: meanwhile another account got the address, or the family another founder; the link stays open. */
type ProposalOutcome = 'done' | 'taken' | 'over';

/** What a client proposes to an account, whose user decides: a further address (D156), a family to join (D159). */
@Injectable()
export class Proposals {
  constructor(
    private readonly database: Database,
    private readonly acceptances: Acceptances,
    private readonly links: MailedLinks,
    private readonly changes: IdentifierChanges,
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
        // Locked in the order in which deleting either of them locks: account, one that makes way for it, family, link.
        const { signInId } = await holdSignIn(tx, who, 'NO KEY UPDATE');
        if (link.kind === 'confirmation') await this.changes.holdInvited(tx, link.value);
        if (link.familyId !== null) await holdFamily(tx, link.familyId);
        const used = await this.links.consume(tx, token, PROPOSALS);
        if (!used) return 'over';
        await (used.added
          ? this.addAddress(tx, { ...used, made: { ...used.made, signInId } }, who)
          : this.join(tx, used, who));
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

  private async addAddress(tx: Transaction, { added, made }: UsedLink, who: ActingUser): Promise<void> {
    const { type, value } = added as NonNullable<UsedLink['added']>;
    const normalized = type === 'Login' ? normalizeIdentifier(type, value) : value; // a login is kept as it was given
    if (normalized === null) throw new CallError(Errors.identifierInvalid); // it was proposed before 0.2.0
    await this.changes.add(tx, who.accountId, { type, value, normalized }, made);
    const { accountId, address } = who;
    await this.audit.record({ action: 'identifier.confirmed', outcome: 'ok', accountId, address }, tx);
  }

  private async join(tx: Transaction, { joins: [membership] }: UsedLink, who: ActingUser): Promise<void> {
    if (membership === undefined) throw new CallError(Errors.familyIdDoesNotExist);
    await this.acceptances.join(tx, membership, who);
  }
}
