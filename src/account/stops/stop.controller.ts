import { Get, Param, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { MailedLinkPage } from '../../platform/operations/declare.js';
import { readerOf } from '../../platform/pages/reader.js';
import { OwnStops } from './own-stops.js';
import { stoppedPage, stopOverPage, stopPage } from './stop.page.js';

const GONE = 410;

/** "This wasn't me": the page behind the link in a notice (D341). Opening it, as mail scanners do, does nothing. */
@OpenPages('not-me')
export class StopController {
  constructor(private readonly stops: OwnStops) {}

  @Get(':token')
  @MailedLinkPage('notme', 'The page behind the link in a notice: what was done, and a button that stops it')
  async show(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.stops.look(token);
    return open ? html(stopPage(readerOf(visit, { of: open.reads }), token, open)) : over(visit);
  }

  @Post(':token')
  @MailedLinkPage('notmepost', 'Stops it, and signs out the browser in which it was done', { writes: true })
  async stop(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const stop = await this.stops.stop(token, visit.address);
    return stop ? html(stoppedPage(readerOf(visit, { of: stop.reads }), stop)) : over(visit);
  }
}

/** One page for all links that stop nothing, whatever they were. */
function over(visit: Visit): Shown {
  return html(stopOverPage(readerOf(visit)), { status: GONE });
}
