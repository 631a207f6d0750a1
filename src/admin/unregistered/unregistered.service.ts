import { Injectable } from '@nestjs/common';
import { Client } from '../../oauth/clients/client.entity.js';
import { ClientService } from '../../oauth/clients/client.service.js';
import { isWelcome } from '../../oauth/clients/document-url.js';
import { GrantRemoval } from '../../oauth/consent/grant-removal.js';
import { AppConfig } from '../../platform/config/app-config.js';
import type { UnregisteredClients } from '../../platform/config/parsed-settings.js';
import { Database } from '../../platform/database/database.js';
import { followUp } from '../../platform/errors/outcome.js';
import { notFound, ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import type { Administrator } from '../shell/access/administrator.js';
import { beginsWith, keyIn, PAGE_LIMIT, pageOf, UNNAMED, type ListPage } from '../shell/paging.js';
import type { UnregisteredQuery } from './unregistered.args.js';
import type { UnregisteredView } from './unregistered.view.js';

/** One that is only waiting for its removal has no account any more. */
const LIST = {
  name: UNNAMED,
  text: `SELECT c.client_id AS "clientId", c.name AS host, c.created_at AS "createdAt",
                (SELECT count(*)::int FROM consent WHERE consent.client_id = c.id) AS accounts
           FROM client c
          WHERE c.kind = 'document' AND ($1 = '' OR ${beginsWith('c.name', '$1')}) AND ($2::text IS NULL OR c.client_id > $2)
            AND EXISTS (SELECT FROM consent WHERE consent.client_id = c.id)
          ORDER BY c.client_id LIMIT $3`,
};

/** Applications that nobody registered, for administrators: which are in use, and their end (D427). */
@Injectable()
export class Unregistered {
  constructor(
    private readonly database: Database,
    private readonly clients: ClientService,
    private readonly grants: GrantRemoval,
    private readonly config: AppConfig,
  ) {}

  get setting(): UnregisteredClients {
    return this.config.unregisteredClients;
  }

  async list({
    host = '',
    after,
    limit = PAGE_LIMIT,
  }: UnregisteredQuery): Promise<ListPage<UnregisteredView>> {
    const [last] = keyIn(after, 1) ?? [null];
    const values = [host, last, limit + 1];
    const found = await this.database.query<UnregisteredView & Record<string, unknown>>(LIST, values);
    const seen = found.map((row) => ({
      ...row,
      isWelcome: isWelcome(this.config.unregisteredClients, row.host),
    }));
    return pageOf(seen, limit, ({ clientId }) => [clientId]);
  }

  /**
   * Ends one with all consents and tokens. It comes back when an account allows it again, unless
   * UNREGISTERED_CLIENTS keeps its host out.
   * @throws ProblemError notFound; unfinished: there are so many grants that it has to be asked again
   */
  async end(clientId: string, by: Administrator): Promise<void> {
    const client = await this.database.dataSource.manager.findOneBy(Client, { clientId, kind: 'document' });
    if (!client) throw notFound(`unregistered application ${JSON.stringify(clientId)}`);
    const isLarge = await this.grants.isLarge(client.id);
    if (isLarge && !(await this.grants.run(client.id)).isDone)
      throw new ProblemError(
        Problems.unfinished,
        'Grants were deleted, and there are more: end it again to go on.',
      );
    const ending = this.database.transaction((tx) => this.clients.remove(tx, client, by));
    await (isLarge ? followUp(ending) : ending);
  }
}
