import { Injectable } from '@nestjs/common';
import { findIdentifier } from '../identity/accounts/account-identifiers.js';
import { lockAccount } from '../identity/accounts/account-statements.js';
import { PasswordVerifier } from '../identity/accounts/password-verifier.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import {
  addressOf,
  IdentifierChanges,
  isOwnType,
  type Address,
} from '../identity/mailed-links/identifier-changes.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import type { PageErrors } from '../platform/pages/page-errors.js';

/** The password, entered once more for a change that must not be possible with a stolen session alone. */
export interface Proof {
  readonly accountId: Long;
  readonly password: string;
  readonly address: string;
}

/** A person's own e-mail addresses, phone numbers and login (D106). */
@Injectable()
export class OwnIdentifiers {
  constructor(
    private readonly database: Database,
    private readonly passwords: PasswordVerifier,
    private readonly links: MailedLinks,
    private readonly changes: IdentifierChanges,
    private readonly audit: AuditLog,
  ) {}

  isOwn(type: string): boolean {
    return isOwnType(type);
  }

  /** Addresses that the person or a client asked to add, and that are not confirmed yet. */
  waiting(accountId: Long): Promise<string[]> {
    return this.links.waiting(accountId);
  }

  /** Checks the password. @throws CallError credentialInvalid, tooManyAttempts, unavailable */
  async verify({ accountId, password, address }: Proof): Promise<void> {
    await this.passwords.verifyAgain(accountId, password, address);
  }

  /**
   * Sends a link to the address; using it adds the address to the account. For an address of another account the
   * answer is the same, but nothing is sent: otherwise the form would reveal who has an account.
   * @returns what is wrong, by form field
   * @throws CallError as verify
   */
  async add(proof: Proof, added: Address): Promise<PageErrors> {
    const { accountId, address } = proof;
    await this.verify(proof);
    return this.database.transaction(async (tx) => {
      // Locked, so that of two concurrent requests the second sees the link of the first.
      await lockAccount(tx, accountId);
      const owner = await findIdentifier(tx, added.value);
      if (owner?.accountId === accountId) return { identifier: 'alreadyYours' };
      const isAsked = await this.changes.askFor(tx, accountId, added, owner === null);
      if (!isAsked) return { identifier: 'sentAlready' };
      await this.audit.record({ action: 'identifier.asked', outcome: 'ok', accountId, address }, tx);
      return {};
    });
  }

  /** @returns what is wrong, by form field; removing what is gone already is no error. @throws CallError as verify */
  async remove(proof: Proof, identifierId: Long): Promise<PageErrors> {
    const { accountId, address } = proof;
    await this.verify(proof);
    return this.database.transaction(async (tx) => {
      // Locked, so that of two concurrent requests the second counts what the first one left.
      await lockAccount(tx, accountId);
      const outcome = await this.changes.remove(tx, accountId, identifierId);
      if (outcome === 'last') return { current: 'lastIdentifier' };
      if (outcome === 'gone') return {};
      const event = {
        action: 'identifier.removed',
        outcome: 'ok',
        target: `identifier:${identifierId}`,
      } as const;
      await this.audit.record({ ...event, accountId, address }, tx);
      return {};
    });
  }
}

/** Normalized (D20), or null when it is neither an e-mail address nor a phone number. */
export function ownAddress(text: string, countryCode: string | null): Address | null {
  return addressOf(text.includes('@') ? 'Email' : 'Msisdn', text, countryCode);
}
