import { Injectable } from '@nestjs/common';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { AccountIdentifier } from '../identity/accounts/account-identifier.entity.js';
import { lockAccount } from '../identity/accounts/account-statements.js';
import { Account } from '../identity/accounts/account.entity.js';
import { normalizeIdentifier } from '../identity/accounts/identifier.js';
import { PasswordVerifier } from '../identity/accounts/password-verifier.js';
import { AuditLog } from '../platform/audit/audit-log.js';
import type { Long } from '../platform/operations/long.js';
import { Database } from '../platform/database/database.js';
import type { LinkRequest } from '../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../identity/mailed-links/mailed-links.service.js';
import { Notices } from '../identity/notifications/notices.js';
import { stillThere } from '../platform/errors/problem-error.js';
import type { PageErrors } from '../platform/pages/page-errors.js';

/** What a person signs in with; others are attached by operators, and stay. */
const OWN_TYPES = ['Email', 'Msisdn', 'Login'];

/** Something that a stolen session alone must not do: the password is asked for once more. */
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
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly passwords: PasswordVerifier,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  isOwn(type: string): boolean {
    return OWN_TYPES.includes(type);
  }

  /** What was asked for, by the person or by provisioning, and is not confirmed yet. */
  waiting(accountId: Long): Promise<string[]> {
    return this.links.waiting(accountId);
  }

  /** The country that a phone number of the account may be written for. */
  async countryOf(accountId: Long): Promise<string | null> {
    const account = await this.accounts.findOneBy({ id: accountId });
    return stillThere(account, 'account').countryCode;
  }

  /** That it is the person. @throws CallError credentialInvalid, tooManyAttempts, unavailable */
  async verify({ accountId, password, address }: Proof): Promise<void> {
    await this.passwords.verifyAgain(accountId, password, address);
  }

  /**
   * Sends a link to the address, which makes it the account's own. One that another account has looks just the same
   * and gets nothing: nobody finds out here who has an account.
   * @returns why it is not sent, beside the field
   * @throws CallError as verify
   */
  async add(proof: Proof, added: OwnAddress): Promise<PageErrors> {
    const { accountId, address } = proof;
    await this.verify(proof);
    return this.database.transaction(async (tx) => {
      // Locked, so that of two requests at once the second sees the first one's link.
      await lockAccount(tx, accountId);
      const owner = await tx.findOneBy(AccountIdentifier, { normalized: added.value });
      if (owner?.accountId === accountId) return { identifier: 'alreadyYours' };
      const link = { kind: 'addition', accountId, identifierId: null, added, familyId: null, clientId: null };
      if (await this.links.isSentTooOften(tx, link as LinkRequest)) return { identifier: 'sentAlready' };
      await this.links.issue(tx, link as LinkRequest, { isSent: owner === null });
      await this.audit.record({ action: 'identifier.asked', outcome: 'ok', accountId, address }, tx);
      return {};
    });
  }

  /** @returns why it stays, beside the field; what is not there any more is fine. @throws CallError as verify */
  async remove(proof: Proof, identifierId: Long): Promise<PageErrors> {
    const { accountId, address } = proof;
    await this.verify(proof);
    return this.database.transaction(async (tx) => {
      // Locked, so that of two requests at once the second counts what the first one left.
      await lockAccount(tx, accountId);
      const own = (await tx.findBy(AccountIdentifier, { accountId })).filter(({ type }) => this.isOwn(type));
      const going = own.find(({ id }) => id === identifierId);
      if (!going) return {};
      if (own.length === 1) return { current: 'lastIdentifier' };
      await this.notices.add(tx, accountId, { kind: 'identifierRemoved', value: going.value });
      await tx.delete(AccountIdentifier, { id: identifierId });
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
  // A number that can't be read again without its country is none that a message could be sent to.
  return value !== null && normalizeIdentifier(type, value) === value ? { type, value } : null;
}
