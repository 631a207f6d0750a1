import { Controller, Get, Header, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { refuse } from '../../identity/sessions/form-refusal.js';
import { FormField, readForm } from '../../platform/checks/form.js';
import { MailedLinkPage, OpenPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { PageRule, pageErrors } from '../../platform/pages/page-errors.js';
import { readerOf, type Reader } from '../../platform/pages/reader.js';
import { Clock } from '../../platform/security/clock.js';
import { OwnRecovery, type OpenRecovery } from './own-recovery.js';
import { lostFactorPage, underWayPage } from './recovery.page.js';
import { RecoveryRequests } from './recovery-requests.js';

const HTML = 'text/html; charset=utf-8';
const GONE = 410;

class LostFactorForm {
  @FormField()
  @PageRule((text) => (text === '' ? 'identifierRequired' : null))
  identifier!: string;
}

/** Lost second factors (D250): one page asks whose, the page behind the link stops it, or removes the factor after a wait. */
@ApiExcludeController()
@Controller('lost-factor')
export class RecoveryController {
  constructor(
    private readonly requests: RecoveryRequests,
    private readonly own: OwnRecovery,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @OpenPage('lostfactor', 'Asks whose second factor was lost', {
    because: "Whoever lost the second factor can't sign in.",
  })
  ask(@Req() request: Request): string {
    return lostFactorPage(readerOf(request), { identifier: '' });
  }

  /** The answer is the same, whether there is such an account or not, and whether it has a second factor. */
  @Post()
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @OpenPage('lostfactorpost', 'Sends links to get back in without the second factor, after a wait', {
    because: "Whoever lost the second factor can't sign in; the answer is the same for every name.",
    writes: true,
  })
  async send(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const reader = readerOf(request);
    const { values, problems } = await readForm(LostFactorForm, request.body);
    const { identifier } = values;
    response.status(200);
    if (problems.length > 0) {
      response.status(400);
      return lostFactorPage(reader, { identifier, error: pageErrors(problems).identifier });
    }
    try {
      await this.requests.ask(identifier, exchangeOf(request).origin.address);
    } catch (cause) {
      return lostFactorPage(reader, { identifier, error: refuse(response, cause) });
    }
    return notePage(reader, 'recovery.sent');
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
    if (!open || !(await this.own.stop(open, exchangeOf(request).origin.address)))
      return over(request, response);
    response.status(200);
    return notePage(readerAt(open, request), 'recovery.stopped');
  }

  private page(open: OpenRecovery, token: string, request: Request): string {
    const { link, readyAt } = open;
    const isReady = readyAt <= this.clock.now();
    return underWayPage(readerAt(open, request), { token, name: link.name, readyAt, isReady });
  }
}

/** One page for all links that do nothing, whatever they were. */
function over(request: Request, response: Response): string {
  response.status(GONE);
  return notePage(readerOf(request), 'recovery.over');
}

function readerAt({ link: { locale } }: OpenRecovery, request: Request): Reader {
  return readerOf(request, { locale });
}
