import { Injectable } from '@nestjs/common';
import { findIdentifier } from '../../identity/accounts/account-identifiers.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import {
  addressOf,
  IdentifierChanges,
  isOwnType,
  type Address,
} from '../../identity/mailed-links/identifier-changes.js';
import { InvitedAccounts } from '../../identity/mailed-links/invited-accounts.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import type { ActingUser } from '../frame/by-user.js';
import type { ErrorKey, PageErrors } from '../../platform/pages/page-errors.js';

/** A person's own e-mail addresses, phone numbers and login (D106). */
@Injectable()
export class OwnIdentifiers {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly changes: IdentifierChanges,
    private readonly invited: InvitedAccounts,
    private readonly audit: AuditLog,
  ) {}

  isOwn(type: string): boolean {
    return isOwnType(type);
  }

  /** Addresses that the person or a client asked to add, and that are not confirmed yet. */
  waiting(accountId: Long): Promise<string[]> {
    return this.links.waiting(accountId);
  }

  /**
   * Sends a link to the address; using it adds the address to the account, or confirms it there. For an address of another account the
   * answer is the same, but nothing is sent: otherwise the form would reveal who has an account. An account that members
   * alone invited to the address makes way when the link is used (D311).
   * @returns what is wrong, by form field
   */
  add(by: ActingUser, added: Address): Promise<PageErrors> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      // Locked, so that of two concurrent requests the second sees the link of the first.
      const { signInId } = await holdSignIn(tx, by);
      const owner = await findIdentifier(tx, added.value);
      const isOwn = owner?.accountId === accountId;
      if (isOwn && owner.isValidated) return { identifier: 'alreadyYours' };
      const isFree = isOwn || (await this.invited.isFree(tx, added.value));
      const isAsked = await this.changes.askFor(tx, { accountId, signInId }, added, isFree);
      if (!isAsked) return { identifier: 'sentAlready' };
      await this.audit.record({ action: 'identifier.asked', outcome: 'ok', accountId, address }, tx);
      return {};
    });
  }

  /** @returns what is wrong; removing what is gone already is no error */
  remove(by: ActingUser, identifierId: Long): Promise<ErrorKey | null> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      // Locked, so that of two concurrent requests the second counts what the first one left.
      const { signInId } = await holdSignIn(tx, by);
      const asking = { accountId, signInId };
      const kept = await this.changes.isKept(tx, asking, identifierId);
      if (kept !== null) return kept === 'putBack' ? 'identifierPutBack' : 'identifierOnlySettled';
      const outcome = await this.changes.remove(tx, asking, identifierId);
      if (outcome === 'last') return 'lastIdentifier';
      if (outcome === 'gone') return null;
      const event = {
        action: 'identifier.removed',
        outcome: 'ok',
        target: `identifier:${identifierId}`,
      } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return null;
    });
  }
}

/** Normalized (D20), or null when it is neither an e-mail address nor a phone number. */
export function ownAddress(text: string, countryCode: string | null): Address | null {
  return addressOf(text.includes('@') ? 'Email' : 'Msisdn', text, countryCode);
}
