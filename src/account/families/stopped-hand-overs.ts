import { Injectable } from '@nestjs/common';
import { findAccount, lockAccount } from '../../identity/accounts/account-statements.js';
import type { HandOver } from '../../identity/hand-overs/hand-over.entity.js';
import { HandOvers } from '../../identity/hand-overs/hand-overs.js';
import type { LinkView } from '../../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { Database } from '../../platform/database/database.js';

/** A hand-over that a link stops. */
export interface StoppableHandOver {
  readonly link: LinkView;
  readonly nextName: string;
  readonly beginsAt: Date;
}

/** What a founder does by the link of a hand-over that waits: stops it, and nothing else (D335). */
@Injectable()
export class StoppedHandOvers {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly handOvers: HandOvers,
  ) {}

  /** null: there is no such link, it was replaced, or what it is about is over. */
  async find(token: string): Promise<StoppableHandOver | null> {
    const link = await this.links.look(token, ['handOver']);
    const { manager } = this.database.dataSource;
    const waits = link?.state === 'open' ? await this.waitingOf(link) : null;
    if (!link || !waits) return null;
    const nextName = (await findAccount(manager, waits.nextId))?.name ?? '';
    return { link, nextName, beginsAt: waits.beginsAt };
  }

  /** If two stop it at once, one does. @returns false: it was over */
  async stop({ link }: StoppableHandOver, token: string, address: string): Promise<boolean> {
    const { accountId, familyId } = link;
    return this.database.transaction(async (tx) => {
      const account = await lockAccount(tx, accountId);
      if (account?.status !== 'active' || familyId === null) return false;
      if (!(await this.links.consume(tx, token, ['handOver'], { proves: null }))) return false;
      return this.handOvers.stop(tx, { familyId, accountId, address });
    });
  }

  private async waitingOf({ accountId, familyId }: LinkView): Promise<HandOver | null> {
    if (familyId === null) return null;
    const waits = await this.handOvers.waiting(this.database.dataSource.manager, familyId);
    return waits?.accountId === accountId ? waits : null;
  }
}
