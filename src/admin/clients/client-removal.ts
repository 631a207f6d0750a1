import { Injectable } from '@nestjs/common';
import { ClientService } from '../../oauth/clients/client.service.js';
import { GrantRemoval } from '../../oauth/consent/grant-removal.js';
import { Database } from '../../platform/database/database.js';
import { followUp } from '../../platform/errors/outcome.js';
import { ProblemError } from '../../platform/errors/problem-error.js';
import { Problems } from '../../platform/errors/problems.js';
import type { Administrator } from '../shell/access/administrator.js';
import { requireMatch } from '../shell/etag.js';
import { ClientLookup, stateOf } from './client-lookup.js';

/** Deletes a client with all that hangs on it. */
@Injectable()
export class ClientRemoval {
  constructor(
    private readonly database: Database,
    private readonly lookup: ClientLookup,
    private readonly clients: ClientService,
    private readonly grants: GrantRemoval,
  ) {}

  /**
   * One with many grants is disabled before, and deleted by several requests.
   * @throws ProblemError notFound, preconditionFailed; conflict: it is not disabled; unfinished
   */
  async remove(clientId: string, ifMatch: string | undefined, by: Administrator): Promise<void> {
    const wasEmptied = await this.emptyFirst(clientId, ifMatch);
    const removing = this.database.transaction(async (tx) => {
      const client = await this.lookup.find(clientId, tx);
      requireMatch(ifMatch, stateOf(await this.lookup.view(tx, client)));
      await this.clients.remove(tx, client, by);
    });
    await (wasEmptied ? followUp(removing) : removing);
  }

  /** @returns whether something was deleted, so that it can't be said any more that nothing was */
  private async emptyFirst(clientId: string, ifMatch: string | undefined): Promise<boolean> {
    const client = await this.lookup.find(clientId);
    if (!(await this.grants.isLarge(client.id))) return false;
    requireMatch(ifMatch, stateOf(await this.lookup.get(clientId)));
    if (!client.isDisabled)
      throw new ProblemError(Problems.conflict, 'It has many grants: disable it, then delete it.');
    const { removed, isDone } = await this.grants.run(client.id);
    if (isDone) return true;
    const text = `${removed.toLocaleString('en')} grants were deleted, and there are more: delete it again to go on.`;
    throw new ProblemError(Problems.unfinished, text);
  }
}
