import { Get, Param, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { MailedLinkPage } from '../../platform/operations/declare.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { handOverWaitsPage } from './hand-over.page.js';
import { StoppedHandOvers, type StoppableHandOver } from './stopped-hand-overs.js';

const GONE = 410;

/** Behind the link that a founder gets when a family is to be handed over: it only stops that (D335). */
@OpenPages('hand-over')
export class HandOverController {
  constructor(private readonly handOvers: StoppedHandOvers) {}

  @Get(':token')
  @MailedLinkPage(
    'handoverlink',
    'The page behind the link: when the family is handed over, and a button that stops it',
  )
  async show(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.handOvers.find(token);
    if (!open) return over(visit);
    const { link, nextName, beginsAt } = open;
    const familyName = link.familyName ?? '';
    return html(handOverWaitsPage(readerAt(open, visit), { token, familyName, nextName, beginsAt }));
  }

  @Post(':token')
  @MailedLinkPage('handoverstop', 'Stops it: the founder stays', { writes: true })
  async stop(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.handOvers.find(token);
    if (!open || !(await this.handOvers.stop(open, token, visit.address))) return over(visit);
    return html(notePage(readerAt(open, visit), 'handOver.stopped'));
  }
}

/** One page for all links that do nothing, whatever they were. */
function over(visit: Visit): Shown {
  return html(notePage(readerOf(visit), 'handOver.over'), { status: GONE });
}

function readerAt({ link }: StoppableHandOver, visit: Visit): Reader {
  return readerOf(visit, { of: link });
}
