import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/security/clock.js';
import type { ListPage } from '../shell/paging.js';
import { AuditNames } from './audit-names.js';
import { PERIODS, type AuditSearch } from './audit-search.args.js';
import { AuditTrail, type TrailQuery } from './audit-trail.js';
import type { AuditEventView } from './audit-trail.view.js';

/** What the console's filters mean: names become ids, and a period the moment that it begins at. */
@Injectable()
export class AuditSearches {
  constructor(
    private readonly trail: AuditTrail,
    private readonly names: AuditNames,
    private readonly clock: Clock,
  ) {}

  /** @throws ProblemError invalid */
  async list(search: AuditSearch): Promise<ListPage<AuditEventView>> {
    return this.trail.list(await this.meant(search));
  }

  /** @throws ProblemError invalid */
  async export(search: AuditSearch): Promise<AsyncGenerator<string>> {
    return this.trail.export(await this.meant(search));
  }

  private async meant({ account, client, last, live: _, ...search }: AuditSearch): Promise<TrailQuery> {
    const accounts = account === undefined ? undefined : await this.names.accountsCalled(account);
    const clients = client === undefined ? undefined : await this.names.clientsCalled(client);
    if (last === undefined) return { ...search, account: accounts, client: clients };
    const begun = new Date(this.clock.millis() - PERIODS[last][1]).toISOString();
    return { ...search, account: accounts, client: clients, from: begun };
  }
}
