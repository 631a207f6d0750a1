import { Controller, Get, Header, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { MailedLinkPage, OpenPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import { followUp } from '../platform/errors/outcome.js';
import type { LinkView } from '../identity/mailed-links/link-shapes.js';
import { notePage } from '../identity/mailed-links/note.page.js';
import { forgottenPage, resetOverPage, resetPage } from './password-reset.page.js';
import { lookOf, type Look } from '../platform/pages/look.js';
import { readerOf, type Reader } from '../platform/pages/reader.js';
import { AuthorizationService, type Challenge } from '../oauth/authorize/authorization.service.js';
import { browserDigests } from '../identity/sessions/browser-cookie.js';
import { onwardFrom } from '../oauth/authorize/challenge-second-step.js';
import { allowFormTarget } from '../oauth/authorize/form-target.js';
import { PasswordReset } from './password-reset.service.js';
import { refuse } from '../identity/sessions/form-refusal.js';
import { Budgets } from '../platform/throttle/budgets.js';
import { ResetRequests } from './reset-requests.js';
import { SignIn } from '../identity/sessions/sign-in.js';
import { readForm } from '../platform/checks/form.js';
import { pageErrors, type ErrorKey } from '../platform/pages/page-errors.js';
import { challengeId, ForgottenForm, ResetForm } from './password-reset-forms.js';

const HTML = 'text/html; charset=utf-8';
const GONE = 410;

/** Forgotten passwords (D71, D105): one page sends a link, the page behind the link takes a new password. */
@ApiExcludeController()
@Controller()
export class PasswordResetController {
  constructor(
    private readonly requests: ResetRequests,
    private readonly reset: PasswordReset,
    private readonly authorization: AuthorizationService,
    private readonly signIn: SignIn,
    private readonly budgets: Budgets,
  ) {}

  @Get('forgot-password')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @OpenPage('forgotpassword', 'Asks whose password was forgotten', {
    because: "Whoever forgot a password can't sign in.",
    keepsOpener: true,
  })
  async ask(@Query('challenge') challenge: unknown, @Req() request: Request): Promise<string> {
    const origin = challengeIn(challenge);
    const { look } = await this.flowOf(origin, request);
    return forgottenPage(readerOf(request), { challenge: origin, look, identifier: '' });
  }

  /** The answer is the same, whether there is such an account or not. */
  @Post('forgot-password')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @OpenPage('forgotpasswordpost', 'Sends a link to choose a new password', {
    because: "Whoever forgot a password can't sign in; the answer is the same for every name.",
    writes: true,
    keepsOpener: true,
  })
  async send(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<string> {
    const reader = readerOf(request);
    const { values, problems } = await readForm(ForgottenForm, request.body);
    const { identifier, challenge } = values;
    const { look, client } = await this.flowOf(challenge, request);
    const again = (error: ErrorKey | undefined): string =>
      forgottenPage(reader, { challenge, look, identifier, error });
    response.status(200);
    if (problems.length > 0) {
      response.status(400);
      return again(pageErrors(problems).identifier);
    }
    try {
      await this.requests.ask({ identifier, challenge, address: exchangeOf(request).origin.address });
    } catch (cause) {
      return again(refuse(response, cause));
    }
    return notePage(reader, 'forgotten.sent', { ofClient: client?.id ?? null });
  }

  @Get('reset/:token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage('resetpassword', 'The page behind the link: takes a new password')
  async show(
    @Param('token') token: string,
    @Query('challenge') challenge: unknown,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const link = await this.reset.look(token);
    const origin = challengeIn(challenge);
    const flow = await this.flowOf(origin, request);
    if (link?.state !== 'open') return over(link, flow, request, response);
    allowReturn(response, flow);
    return resetPage(readerAt(link, request), { ...link, challenge: origin, look: flow.look });
  }

  @Post('reset/:token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage('resetpasswordpost', 'Sets the new password and signs the browser in', { writes: true })
  async choose(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const link = await this.reset.look(token);
    const own = link === null ? [] : [link.name, ...link.own];
    const { values, problems } = await readForm(ResetForm, request.body, { own });
    const { password, challenge: origin } = values;
    const flow = await this.flowOf(origin, request);
    if (link?.state !== 'open') return over(link, flow, request, response);
    const { challenge, look } = flow;
    allowReturn(response, flow);
    const again = (error: ErrorKey): string =>
      resetPage(readerAt(link, request), { ...link, challenge: origin, look, error });
    if (problems.length > 0) {
      response.status(400);
      return again(pageErrors(problems).password ?? 'tooLong');
    }
    let chosen: Awaited<ReturnType<PasswordReset['complete']>>;
    try {
      chosen = await this.reset.complete(token, password, exchangeOf(request).origin.address);
    } catch (cause) {
      return again(refuse(response, cause));
    }
    if (chosen === null) return over(link, flow, request, response);
    await followUp(this.budgets.refill('addedWays', link.accountId));
    if ('keeping' in chosen) {
      await followUp(this.signIn.openToKeep(chosen.keeping, request, response));
      response.redirect(303, '/keep-account');
      return undefined;
    }
    const onward = challenge
      ? onwardFrom(challenge, `/challenge?session_id=${origin}`)
      : { next: '/account' };
    const outcome = await followUp(this.signIn.proceed(chosen.who, onward, request, response));
    if (challenge && !('step' in outcome)) await followUp(this.authorization.signedIn(challenge, outcome));
    response.redirect(303, 'step' in outcome ? outcome.step : onward.next);
    return undefined;
  }

  /** The challenge that the link was requested from, if this browser still has it open; the form may then lead back to it. */
  private async flowOf(origin: string | null, request: Request): Promise<Flow> {
    const challenge = origin === null ? null : await this.authorization.find(origin, browserDigests(request));
    const client = challenge?.client ?? null;
    return { origin, challenge, client, look: lookOf(client?.id ?? null) };
  }
}

/** What a page about a forgotten password belongs to: a client's sign-in, or nothing. */
interface Flow {
  /** The id of the challenge, as the address has it. */
  readonly origin: string | null;
  readonly challenge: Challenge | null;
  readonly client: Challenge['client'] | null;
  readonly look: Look;
}

function allowReturn(response: Response, { challenge }: Flow): void {
  if (challenge) allowFormTarget(response, challenge.context.redirectUri);
}

/** The page of a link that no longer works, or never did. */
function over(link: LinkView | null, { origin, look }: Flow, request: Request, response: Response): string {
  response.status(link === null ? 404 : GONE);
  return resetOverPage(readerAt(link, request), origin, look);
}

function readerAt(link: LinkView | null, request: Request): Reader {
  return readerOf(request, { of: link });
}

function challengeIn(value: unknown): string | null {
  return typeof value === 'string' ? challengeId(value) : null;
}
