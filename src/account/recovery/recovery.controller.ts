import { Get, Param, Post } from '@nestjs/common';
import { OpenPages } from '../../platform/operations/controllers.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { Outcomes } from '../../identity/mailed-links/outcomes.js';
import { refusalOf } from '../../identity/sessions/form-refusal.js';
import { pageAccountOf } from '../../identity/sessions/current-session.js';
import { SECOND_STEP, SecondStep } from '../../identity/sessions/second-step.js';
import { MailedLinkPage, OpenPage } from '../../platform/operations/declare.js';
import type { Long } from '../../platform/operations/long.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { Clock } from '../../platform/security/clock.js';
import { OwnRecovery, type OpenRecovery } from './own-recovery.js';
import { lostFactorPage, underWayPage } from './recovery.page.js';

const GONE = 410;
const BY_FIRST_STEP =
  "Whoever lost the second factor can't sign in; it does something for who made the first step alone.";

/** Lost second factors (D250): one page sends links, the page behind the link stops it, or removes the factor after a wait. */
@OpenPages('lost-factor')
export class RecoveryController {
  constructor(
    private readonly secondStep: SecondStep,
    private readonly own: OwnRecovery,
    private readonly outcomes: Outcomes,
    private readonly clock: Clock,
  ) {}

  @Get()
  @OpenPage('lostfactor', 'Sends links to who lost the second factor, and showed the first', {
    because: BY_FIRST_STEP,
    keepsOpener: true,
  })
  async ask(@CurrentVisit() visit: Visit): Promise<Shown> {
    return html(lostFactorPage(readerOf(visit), { back: (await this.find(visit))?.back ?? null }));
  }

  /** A pending wait continues, and nothing is sent within five minutes of the last message. */
  @Post()
  @OpenPage('lostfactorpost', 'Sends links to get back in without the second factor, after a wait', {
    because: BY_FIRST_STEP,
    writes: true,
    keepsOpener: true,
  })
  async send(@CurrentVisit() visit: Visit): Promise<Shown> {
    const reader = readerOf(visit);
    const who = await this.find(visit);
    if (who === null) return html(lostFactorPage(reader, { back: null }));
    const { accountId, back } = who;
    try {
      const outcome = await this.own.ask(accountId, visit.address);
      if (outcome === 'sent' || outcome === 'tooSoon') return this.outcomes.tell('recovery.sent');
    } catch (cause) {
      const { key: error, ...answering } = refusalOf(cause);
      return html(lostFactorPage(reader, { back, error }), answering);
    }
    return html(lostFactorPage(reader, { back, error: 'recoveryNotHere' }), { status: 409 });
  }

  @Get(':token')
  @MailedLinkPage(
    'lostfactorlink',
    'The page behind the link: how long the wait is, and a button that stops it',
  )
  async show(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.own.find(token);
    return open ? this.page(open, token, visit) : over(visit);
  }

  @Post(':token')
  @MailedLinkPage('lostfactorremove', 'Removes the second factor, after the wait', { writes: true })
  async remove(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.own.find(token);
    if (!open) return over(visit);
    const isDone = await this.own.complete(open, token, visit.address);
    if (isDone) return this.outcomes.tell('recovery.done', {}, open.link);
    const still = await this.own.find(token);
    return still ? this.page(still, token, visit, 400) : over(visit); // too early
  }

  @Post(':token/stop')
  @MailedLinkPage('lostfactorstop', 'Stops it: the second factor stays', { writes: true })
  async stop(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const open = await this.own.find(token);
    if (!open) return over(visit);
    const isStopped = await this.own.stop(open, token, visit.address);
    if (isStopped) return this.outcomes.tell('recovery.stopped', {}, open.link);
    const still = await this.own.find(token);
    return still ? this.page(still, token, visit, 409) : over(visit); // a link stopped the last one
  }

  /** Finds the account of a pending first step, or of the session, and its page; null: there is neither. */
  private async find(visit: Visit): Promise<{ readonly accountId: Long; readonly back: string } | null> {
    const pending = await this.secondStep.find(visit);
    if (pending) return { accountId: pending.accountId, back: SECOND_STEP };
    const accountId = pageAccountOf(visit);
    return accountId === null ? null : { accountId, back: '/account' };
  }

  private page(open: OpenRecovery, token: string, visit: Visit, status = 200): Shown {
    const { link, recovery } = open;
    const isReady = recovery.readyAt <= this.clock.now();
    const props = { token, name: link.name, isReady, ...recovery };
    return html(underWayPage(readerAt(open, visit), props), { status });
  }
}

/** Answers every link that no longer works with the same page. */
function over(visit: Visit): Shown {
  return html(notePage(readerOf(visit), 'recovery.over'), { status: GONE });
}

function readerAt({ link }: OpenRecovery, visit: Visit): Reader {
  return readerOf(visit, { of: link });
}
