import { Injectable } from '@nestjs/common';
import { findIdentifier } from '../../identity/accounts/account-identifiers.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import {
  addressOf,
  IdentifierChanges,
  type Address,
} from '../../identity/mailed-links/identifier-changes.js';
import { InvitedAccounts } from '../../identity/mailed-links/invited-accounts.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { holdSignIn } from '../../identity/sessions/hold-sign-in.js';
import type { ActingUser } from '../frame/by-user.js';
import type { ErrorKey, PageErrors } from '../../platform/pages/page-errors.js';
import {
  addressStandings,
  noteRead,
  type AddressStanding,
} from '../../identity/accounts/address-standing.js';
import { Clock } from '../../platform/security/clock.js';

/** A person's own e-mail addresses, phone numbers and login (D106). */
@Injectable()
export class OwnIdentifiers {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly changes: IdentifierChanges,
    private readonly invited: InvitedAccounts,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Returns the addresses that the person or a client asked to add, and that wait for their confirmation. */
  waiting(accountId: Long): Promise<string[]> {
    return this.links.waiting(accountId);
  }

  /**
   * Sends a link to the address, which adds the address to the account or confirms it there. An address of another account gets
   * no link, and the answer does not differ: otherwise the form would reveal accounts. An account that only
   * members invited to the address makes way when the link is used (D311).
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

  /** Removes one; one that is gone is no error. @returns what is wrong */
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

  /** Returns the addresses that showed no reader for a year: the owner is asked whether they are still theirs (D342). */
  async askedOf(accountId: Long): Promise<AddressStanding[]> {
    const { manager } = this.database.dataSource;
    return (await addressStandings(manager, accountId, this.clock.now())).filter(({ isAsked }) => isAsked);
  }

  /**
   * Notes that an address is still the owner's; one that is gone, another account's, or not asked about is no error. A dormant
   * address gets a link, which wakes it (D350).
   * @returns sentAlready: a link was sent there within five minutes, or many today
   */
  keep(by: ActingUser, identifierId: Long): Promise<'done' | 'sent' | 'sentAlready'> {
    const { accountId, address } = by;
    return this.database.transaction(async (tx) => {
      const { signInId } = await holdSignIn(tx, by); // of two at once the second sees the link of the first
      const now = this.clock.now();
      const found = (await addressStandings(tx, accountId, now)).find(({ id }) => id === identifierId);
      if (!found?.isAsked) return 'done';
      const { type, normalized: value, isDormant } = found;
      if (!isDormant) await noteRead(tx, accountId, identifierId, now);
      else if (!(await this.changes.askFor(tx, { accountId, signInId }, { type, value })))
        return 'sentAlready';
      const action = isDormant ? 'identifier.asked' : 'identifier.kept';
      const event = { action, outcome: 'ok', target: `identifier:${identifierId}` } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return isDormant ? 'sent' : 'done';
    });
  }
}

/** Normalizes an address (D20); null: it is neither an e-mail address nor a phone number. */
export function ownAddress(text: string, countryCode: string | null): Address | null {
  return addressOf(text.includes('@') ? 'Email' : 'Msisdn', text, countryCode);
}
