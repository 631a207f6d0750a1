import { Controller, Get, Header, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { refuse } from '../../identity/sessions/form-refusal.js';
import { pageAccountOf } from '../../identity/sessions/http-sessions.js';
import { SecondStep } from '../../identity/sessions/second-step.js';
import { MailedLinkPage, OpenPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import type { Long } from '../../platform/operations/long.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { Clock } from '../../platform/security/clock.js';
import { OwnRecovery, type OpenRecovery } from './own-recovery.js';
import { RecoveryLinks } from './recovery-links.js';
import { lostFactorPage, underWayPage } from './recovery.page.js';

const HTML = 'text/html; charset=utf-8';
const GONE = 410;
const BY_FIRST_STEP =
  "Whoever lost the second factor can't sign in; it does something for who made the first step alone.";

/** Lost second factors (D250): one page sends links, the page behind the link stops it, or removes the factor after a wait. */
@ApiExcludeController()
@Controller('lost-factor')
export class RecoveryController {
  constructor(
    private readonly requests: RecoveryLinks,
    private readonly secondStep: SecondStep,
    private readonly own: OwnRecovery,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @OpenPage('lostfactor', 'Sends links to who lost the second factor, and showed the first', {
    because: BY_FIRST_STEP,
    keepsOpener: true,
  })
  async ask(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const isKnown = (await this.accountOf(request, response)) !== null;
    return lostFactorPage(readerOf(request), { isKnown });
  }

  /** A wait that is under way goes on, and nothing is sent within five minutes of the last. */
  @Post()
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @OpenPage('lostfactorpost', 'Sends links to get back in without the second factor, after a wait', {
    because: BY_FIRST_STEP,
    writes: true,
    keepsOpener: true,
  })
  async send(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const reader = readerOf(request);
    const accountId = await this.accountOf(request, response);
    response.status(200);
    if (accountId === null) return lostFactorPage(reader, { isKnown: false });
    try {
      const outcome = await this.requests.ask(accountId, exchangeOf(request).origin.address);
      if (outcome === 'sent' || outcome === 'tooSoon') return notePage(reader, 'recovery.sent');
    } catch (cause) {
      return lostFactorPage(reader, { isKnown: true, error: refuse(response, cause) });
    }
    response.status(409);
    return lostFactorPage(reader, { isKnown: true, error: 'recoveryNotHere' });
  }

  @Get(':token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage(
    'lostfactorlink',
    'The page behind the link: how long the wait is, and a button that stops it',
  )
  async show(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const open = await this.own.find(token);
    return open ? this.page(open, token, request) : over(request, response);
  }

  @Post(':token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage('lostfactorremove', 'Removes the second factor, after the wait', { writes: true })
  async remove(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const open = await this.own.find(token);
    if (!open) return over(request, response);
    const isDone = await this.own.complete(open, token, exchangeOf(request).origin.address);
    if (isDone) {
      response.status(200);
      return notePage(readerAt(open, request), 'recovery.done');
    }
    const still = await this.own.find(token);
    if (!still) return over(request, response);
    response.status(400); // too early
    return this.page(still, token, request);
  }

  @Post(':token/stop')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage('lostfactorstop', 'Stops it: the second factor stays', { writes: true })
  async stop(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const open = await this.own.find(token);
    if (!open) return over(request, response);
    const isStopped = await this.own.stop(open, token, exchangeOf(request).origin.address);
    if (isStopped) {
      response.status(200);
      return notePage(readerAt(open, request), 'recovery.stopped');
    }
    const still = await this.own.find(token);
    if (!still) return over(request, response);
    response.status(409); // a link stopped the last one
    return this.page(still, token, request);
  }

  /** Who made the first step of a sign-in, or is signed in; null: nobody. */
  private async accountOf(request: Request, response: Response): Promise<Long | null> {
    const pending = await this.secondStep.find(request, response);
    return pending?.accountId ?? pageAccountOf(request);
  }

  private page(open: OpenRecovery, token: string, request: Request): string {
    const { link, recovery } = open;
    const isReady = recovery.readyAt <= this.clock.now();
    return underWayPage(readerAt(open, request), { token, name: link.name, isReady, ...recovery });
  }
}

/** One page for all links that do nothing, whatever they were. */
function over(request: Request, response: Response): string {
  response.status(GONE);
  return notePage(readerOf(request), 'recovery.over');
}

function readerAt({ link }: OpenRecovery, request: Request): Reader {
  return readerOf(request, { of: link });
}
