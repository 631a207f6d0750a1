import { Injectable } from '@nestjs/common';
import { AuditLog } from '../platform/audit/audit-log.js';
import { Database } from '../platform/database/database.js';
import type { Requester } from '../platform/operations/caller.js';
import type { Long } from '../platform/operations/long.js';
import { LONGEST_PAGE, type ListArgs } from './account.args.js';
import type { AccountListingView, FamilyListingView } from './listed.view.js';
import { eventBy, ProvisioningReach } from './reach.js';

/** Lists what a client may provision, page by page in the order of the numbers (D393). */
@Injectable()
export class ProvisionedLists {
  constructor(
    private readonly database: Database,
    private readonly reach: ProvisioningReach,
    private readonly audit: AuditLog,
  ) {}

  async accounts({ after = '0', limit }: ListArgs, requester: Requester): Promise<AccountListingView> {
    const most = mostOf(limit);
    const found = await this.reach.accountsAfter(after, most + 1, requester);
    this.audit.count(eventBy(requester, 'account.searched'));
    const { rows, next } = pageOf(found, most);
    return { accounts: rows.map(({ id, name }) => ({ accountId: id, name })), next };
  }

  async families({ after = '0', limit }: ListArgs, requester: Requester): Promise<FamilyListingView> {
    const most = mostOf(limit);
    const { manager } = this.database.dataSource;
    const { rows, next } = pageOf(await this.reach.familiesAfter(manager, after, most + 1, requester), most);
    const families = rows.map(({ id, name, premiumType }) => ({
      familyId: id,
      familyName: name,
      premiumType: String(premiumType),
    }));
    return { families, next };
  }
}

function mostOf(limit: Long | undefined): number {
  return Number(limit ?? LONGEST_PAGE);
}

/** @param found one more than the page has, if there are as many */
function pageOf<Row extends { readonly id: Long }>(
  found: readonly Row[],
  most: number,
): { rows: readonly Row[]; next: string } {
  const rows = found.slice(0, most);
  return { rows, next: found.length > most ? rows[most - 1].id : '' };
}
