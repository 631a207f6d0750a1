import { Injectable } from '@nestjs/common';
import { findIdentifier } from '../../identity/accounts/account-identifiers.js';
import { AccountService } from '../../identity/accounts/account.service.js';
import { storedProfile } from '../../identity/accounts/profile-rules.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { AuditLog } from '../../platform/audit/audit-log.js';
import { Database } from '../../platform/database/database.js';
import type { Long } from '../../platform/operations/long.js';
import type { Administrator } from '../shell/access/administrator.js';
import { actorOf } from '../shell/actor-of.js';
import { orTaken, requireGiven, taken } from './given-identifier.js';
import type { NewAccountBody } from './new-account.args.js';

const FIELD = 'identifier';

/** Creates accounts by administrators, who invite the person: nobody else ever knows the password (D207). */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountService,
    private readonly links: MailedLinks,
    private readonly audit: AuditLog,
  ) {}

  /** @throws ProblemError conflict if another account has the identifier */
  create({ type, identifier, ...profile }: NewAccountBody, by: Administrator): Promise<Long> {
    const stored = storedProfile(profile);
    const given = requireGiven(type, identifier, {
      ...{ country: stored.countryCode, field: FIELD, only: this.links.textCountries },
    });
    const work = this.database.transaction(async (tx) => {
      const owner = await findIdentifier(tx, given.normalized);
      if (owner) throw taken(FIELD, owner.accountId);
      const identifiers = [{ ...given, isValidated: false }];
      const account = { ...stored, identifiers, passwordHash: null, role: null };
      const { id, identifierIds } = await this.accounts.create(tx, account);
      const to = { accountId: id, identifierId: identifierIds[0], familyId: null, clientId: null };
      await this.links.issue(tx, { ...to, kind: 'invitation' });
      const event = { action: 'account.created', outcome: 'ok', target: `account:${id}` } as const;
      await this.audit.record({ ...event, ...actorOf(by) }, tx);
      return id;
    });
    return orTaken(FIELD, work);
  }
}
