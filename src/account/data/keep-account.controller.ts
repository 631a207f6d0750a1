import { Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { HttpSessions, sessionKeepsOf } from '../../identity/sessions/http-sessions.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { followUp } from '../../platform/errors/outcome.js';
import type { Long } from '../../platform/operations/long.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { readerOf } from '../../platform/pages/reader.js';
import { Clock, MINUTE } from '../../platform/security/clock.js';
import { keepPage } from './data.page.js';
import { OwnDeletion } from './own-deletion.js';

const BY_PASSWORD = 'Its session was opened by the password of an account that is about to be deleted.';
/** How long ago the password may have been given. */
const FRESH_MS = 10 * MINUTE;
const GONE = 410;

/** The way back for seven days: who signs in to an account that is about to be deleted may keep it (D237). */
@ApiExcludeController()
@Controller('keep-account')
export class KeepAccountController {
  constructor(
    private readonly deletion: OwnDeletion,
    private readonly sessions: HttpSessions,
    private readonly signIn: SignIn,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  @OpenPage('keepaccount', 'Asks whether to keep an account', { because: BY_PASSWORD })
  async show(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const accountId = await this.keptBy(request, response);
    const deletesAt = accountId === null ? null : await this.deletion.dateOf(accountId);
    response.status(deletesAt === null ? GONE : 200);
    return keepPage(readerOf(request), deletesAt);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @OpenPage('keepaccountpost', 'Keeps an account, and signs the browser in', {
    because: BY_PASSWORD,
    writes: true,
  })
  async keep(@Req() request: Request, @Res() response: Response): Promise<void> {
    const accountId = await this.keptBy(request, response);
    const { address } = exchangeOf(request).origin;
    if (accountId === null || !(await this.deletion.keep(accountId, address))) {
      response.status(GONE).type('html').send(keepPage(readerOf(request), null));
      return;
    }
    const who = { accountId, methods: ['password'] } as const;
    const outcome = await followUp(this.signIn.proceed(who, { next: '/account' }, request, response));
    response.redirect(303, 'step' in outcome ? outcome.step : '/account');
  }

  private async keptBy(request: Request, response: Response): Promise<Long | null> {
    await this.sessions.load(request, response);
    const keeps = sessionKeepsOf(request);
    return keeps !== null && keeps.at.getTime() > this.clock.millis() - FRESH_MS ? keeps.accountId : null;
  }
}
