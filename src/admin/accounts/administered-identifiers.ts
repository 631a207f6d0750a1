import { Injectable } from '@nestjs/common';
import { addIdentifier, findIdentifier } from '../../identity/accounts/account-identifiers.js';
import { isHeld, lockAccount } from '../../identity/accounts/account-statements.js';
import type { Account } from '../../identity/accounts/account.entity.js';
import { IdentifierChanges, type Address } from '../../identity/mailed-links/identifier-changes.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { Notices } from '../../identity/notifications/notices.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Transaction } from '../../platform/database/transaction.js';
import { notFound } from '../../platform/errors/problem-error.js';
import { isLong } from '../../platform/operations/long.js';
import type { Administrator } from '../shell/access/administrator.js';
import { doneBy } from '../shell/actor-of.js';
import { conflict } from '../shell/record-problems.js';
import type { NewIdentifierBody } from './new-account.args.js';
import { orTaken, requireGivenIdentifier, taken, type Given } from './given-identifier.js';
import type { AddedIdentifierView } from './account.view.js';

const FIELD = 'value';
const ACTIONS = {
  added: 'account.identifier_added',
  invited: 'account.identifier_added',
  asked: 'account.identifier_asked',
} as const;

/** Adds and removes e-mail addresses, phone numbers and logins of other people's accounts (D208). */
@Injectable()
export class AdministeredIdentifiers {
  constructor(
    private readonly database: Database,
    private readonly changes: IdentifierChanges,
    private readonly links: MailedLinks,
    private readonly notices: Notices,
    private readonly audit: AuditLog,
  ) {}

  /**
   * Adds an identifier. An account with a password gets an address once the link that is sent there was used, and a login at
   * once. A pending account gets either at once, with a further invitation sent there.
   * @throws ProblemError notFound; invalid; conflict for one that is taken, a disabled account, or links in a row
   */
  add(
    accountId: string,
    { type, value }: NewIdentifierBody,
    by: Administrator,
  ): Promise<AddedIdentifierView> {
    const add = async (tx: Transaction): Promise<AddedIdentifierView> => {
      const account = await requireLockedAccount(tx, accountId);
      const given = requireGivenIdentifier(type, value, {
        ...{ country: account.countryCode, field: FIELD, only: this.links.textCountries },
      });
      // A login needs no link. An account on hold may need one to be secured (D329).
      if (account.status === 'disabled' && !(isHeld(account) && type === 'Login'))
        throw conflict('The account is disabled. Enable it first.');
      const owner = await findIdentifier(tx, given.normalized);
      if (owner?.accountId === account.id) throw conflict('The account has this identifier already.');
      if (owner) throw taken(FIELD, owner.accountId);
      const added = await this.addTo(tx, account, given);
      const { outcome, identifierId: identifier } = added;
      const details = { type, ...(identifier !== null && { identifier }) };
      await this.audit.record(doneBy(by, ACTIONS[outcome], `account:${account.id}`, details), tx);
      return added;
    };
    return orTaken(
      FIELD,
      this.database.once(by, add, () => accountId),
    );
  }

  /** Removes an identifier, and ends the links that were sent to it. @throws ProblemError notFound; conflict for the last one */
  async remove(accountId: string, identifierId: string, by: Administrator): Promise<void> {
    await this.database.transaction(async (tx) => {
      const { id } = await requireLockedAccount(tx, accountId);
      const who = { accountId: id, signInId: null };
      const outcome = isLong(identifierId) ? await this.changes.remove(tx, who, identifierId, true) : 'gone';
      if (outcome === 'gone')
        throw notFound(
          `e-mail address, phone number or login ${JSON.stringify(identifierId)} at this account`,
        );
      if (outcome === 'last')
        throw conflict('It is the last e-mail address, phone number or login. Add another one first.');
      const details = { identifier: identifierId };
      await this.audit.record(doneBy(by, 'account.identifier_removed', `account:${id}`, details), tx);
    });
  }

  private async addTo(tx: Transaction, { id, status }: Account, given: Given): Promise<AddedIdentifierView> {
    const { type, value } = given;
    if (status === 'pending') {
      const identifierId = await addIdentifier(tx, id, { ...given, isValidated: false });
      // The first invitation to be used completes the account (D93).
      const link = {
        kind: 'invitation',
        accountId: id,
        identifierId,
        familyId: null,
        clientId: null,
      } as const;
      await this.links.issue(tx, link);
      return { outcome: 'invited', value, identifierId };
    }
    if (type === 'Login') {
      await this.notices.add(tx, id, { kind: 'identifierAdded', value, byOther: true });
      const identifierId = await addIdentifier(tx, id, { ...given, isValidated: true });
      return { outcome: 'added', value, identifierId };
    }
    const isAsked = await this.changes.askFor(tx, { accountId: id, signInId: null }, {
      type,
      value,
    } satisfies Address);
    if (!isAsked)
      throw conflict('A link was sent there within the last 5 minutes, or 5 for this account today.');
    return { outcome: 'asked', value, identifierId: null };
  }
}

/** @throws ProblemError notFound */
export async function requireLockedAccount(tx: Transaction, accountId: string): Promise<Account> {
  const account = isLong(accountId) ? await lockAccount(tx, accountId) : null;
  if (!account) throw notFound(`account ${JSON.stringify(accountId)}`);
  return account;
}
