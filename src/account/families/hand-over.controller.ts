import { Get, Param, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { Outcomes } from '../../identity/mailed-links/outcomes.js';
import { MailedLinkPage } from '../../platform/operations/declare.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { handOverWaitsPage } from './hand-over.page.js';
import { findAccount, lockAccount } from '../../identity/accounts/account-statements.js';
import type { HandOver } from '../../identity/hand-overs/hand-over.entity.js';
import { HandOvers } from '../../identity/hand-overs/hand-overs.js';
import type { LinkView } from '../../identity/mailed-links/link-shapes.js';
import { MailedLinks } from '../../identity/mailed-links/mailed-links.service.js';
import { Database } from '../../platform/database/database.js';

const GONE = 410;

/** A pending hand-over that a link stops. */
interface StoppableHandOver {
  readonly link: LinkView;
  readonly nextName: string;
  readonly beginsAt: Date;
}

/** The pages behind the link that a founder gets for a pending hand-over: it only stops that (D335). */
@OpenPages('hand-over')
export class HandOverController {
  constructor(
    private readonly database: Database,
    private readonly links: MailedLinks,
    private readonly handOvers: HandOvers,
    private readonly outcomes: Outcomes,
  ) {}

  @Get(':token')
  @MailedLinkPage(
    'handoverlink',
    'The page behind the link: when the family is handed over, and a button that stops it',
  )
  async show(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.find(token);
    if (!open) return over(visit);
    const { link, nextName, beginsAt } = open;
    const familyName = link.familyName ?? '';
    return html(handOverWaitsPage(readerAt(open, visit), { token, familyName, nextName, beginsAt }));
  }

  @Post(':token')
  @MailedLinkPage('handoverstop', 'Stops it: the founder stays', { writes: true })
  async stop(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.find(token);
    if (!open || !(await this.stopNow(open, token, visit.address))) return over(visit);
    return this.outcomes.tell('handOver.stopped', {}, open.link);
  }

  /** @returns null: the link is unknown or replaced, or its hand-over is over */
  private async find(token: string): Promise<StoppableHandOver | null> {
    const link = await this.links.look(token, ['handOver']);
    const { manager } = this.database.dataSource;
    const waits = link?.state === 'open' ? await this.waitingOf(link) : null;
    if (!link || !waits) return null;
    const nextName = (await findAccount(manager, waits.nextId))?.name ?? '';
    return { link, nextName, beginsAt: waits.beginsAt };
  }

  /** Of two concurrent requests one succeeds. @returns false: it was over */
  private async stopNow({ link }: StoppableHandOver, token: string, address: string): Promise<boolean> {
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

/** Answers every link that no longer works with the same page. */
function over(visit: Visit): Shown {
  return html(notePage(readerOf(visit), 'handOver.over'), { status: GONE });
}

function readerAt({ link }: StoppableHandOver, visit: Visit): Reader {
  return readerOf(visit, { of: link });
}
