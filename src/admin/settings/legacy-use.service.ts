import { Injectable } from '@nestjs/common';
import { LEGACY_FEATURES, type LegacyFeature } from '../../oauth/clients/legacy-gate.js';
import { LEGACY_USES } from '../../oauth/clients/legacy-uses.js';
import { Database } from '../../platform/database/database.js';
import { keyIn, PAGE_LIMIT, pageOf, type ListPage } from '../shell/paging.js';
import type { LegacyUseQuery, LegacyUseView } from './legacy-use.view.js';

/** Lists the uses by clients that the strict profile refuses (D68). Clients change them before they become strict. */
@Injectable()
export class LegacyUses {
  constructor(private readonly database: Database) {}

  async list({ client, after, limit = PAGE_LIMIT }: LegacyUseQuery): Promise<ListPage<LegacyUseView>> {
    const [clientId, feature] = keyIn(after, 2) ?? ['', ''];
    const values = [client ?? null, clientId, feature, limit + 1];
    const rows = await this.database.query<Omit<LegacyUseView, 'meaning'>>(LEGACY_USES, values);
    const views = rows.map((row) => ({
      ...row,
      meaning: LEGACY_FEATURES[row.feature as LegacyFeature] ?? '',
    }));
    return pageOf(views, limit, (row) => [row.clientId, row.feature]);
  }
}
