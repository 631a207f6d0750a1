import { Injectable } from '@nestjs/common';
import { Repository } from 'typeorm';
import { InjectRepository } from '@nestjs/typeorm';
import { AuditLog } from '../../platform/audit/audit-log.js';
import type { Long } from '../../platform/operations/long.js';
import { Database } from '../../platform/database/database.js';
import { Clock } from '../../platform/security/clock.js';
import { Account } from './account.entity.js';
import { storedProfile, type OwnProfile } from './profile-rules.js';

/** A person's own profile (§4.5 updateaccount, D30). */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    @InjectRepository(Account) private readonly accounts: Repository<Account>,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** null when the account was deleted. */
  async of(accountId: Long): Promise<OwnProfile | null> {
    const select = { name: true, countryCode: true, locale: true, timeZone: true } as const;
    return this.accounts.findOne({ where: { id: accountId }, select });
  }

  /** @param profile checked, by the rules that provisioning has for it */
  change(accountId: Long, profile: OwnProfile, address: string): Promise<void> {
    return this.set(accountId, { ...storedProfile(profile), timeZone: profile.timeZone }, address);
  }

  /** @param locale the code of a language that pages have */
  changeLanguage(accountId: Long, locale: string, address: string): Promise<void> {
    return this.set(accountId, { locale }, address);
  }

  private async set(accountId: Long, fields: Partial<Account>, address: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await tx.update(Account, { id: accountId }, { ...fields, profileChangedAt: this.clock.now() });
      await this.audit.record({ action: 'profile.changed', outcome: 'ok', accountId, address }, tx);
    });
  }
}
