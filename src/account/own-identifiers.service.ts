import { Injectable } from '@nestjs/common';
import { findIdentifier, identifiersOf, removeIdentifier } from '../identity/accounts/account-identifiers.js';
import { lockAccount } from '../identity/accounts/account-statements.js';
import { normalizeIdentifier } from '../identity/accounts/identifier.js';
import { PasswordVerifier } from '../identity/accounts/password-verifier.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { LinkRequest } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { Notices } from '../identity/notifications/notices.js';
import type { PageErrors } from '../platform/pages/page-errors.js';

/** Types that a person may add and remove; an ExternalId is attached by operators. */
const OWN_TYPES = ['Email', 'Msisdn', 'Login'];

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
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  isOwn(type: string): boolean {
    return OWN_TYPES.includes(type);
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
  async add(proof: Proof, added: OwnAddress): Promise<PageErrors> {
    const { accountId, address } = proof;
    await this.verify(proof);
    return this.database.transaction(async (tx) => {
      // Locked, so that of two concurrent requests the second sees the link of the first.
      await lockAccount(tx, accountId);
      const owner = await findIdentifier(tx, added.value);
      if (owner?.accountId === accountId) return { identifier: 'alreadyYours' };
      const link = { kind: 'addition', accountId, identifierId: null, added, familyId: null, clientId: null };
      if (await this.links.isSentTooOften(tx, link as LinkRequest)) return { identifier: 'sentAlready' };
      await this.links.issue(tx, link as LinkRequest, { isSent: owner === null });
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
      const own = (await identifiersOf(tx, accountId)).filter(({ type }) => this.isOwn(type));
      const going = own.find(({ id }) => id === identifierId);
      if (!going) return {};
      if (own.length === 1) return { current: 'lastIdentifier' };
      await this.notices.add(tx, accountId, { kind: 'identifierRemoved', value: going.value });
      await removeIdentifier(tx, { id: identifierId });
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

export type OwnAddress = NonNullable<LinkRequest['added']>;

/** Normalized (D20), or null when it is neither an e-mail address nor a phone number. */
export function ownAddress(text: string, countryCode: string | null): OwnAddress | null {
  const type = text.includes('@') ? 'Email' : 'Msisdn';
  const value = normalizeIdentifier(type, text.trim(), countryCode);
  // Messages go to international numbers alone: without the country, a national one can't be read.
  return value !== null && normalizeIdentifier(type, value) === value ? { type, value } : null;
}
