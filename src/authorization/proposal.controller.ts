import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { OpenPage } from '../contract/declare.js';
import { exchangeOf } from '../contract/exchange.js';
import type { LinkView } from '../mailed-links/link-shapes.js';
import { notePage } from '../pages/invitation.page.js';
import { proposalPage, proposalSignInPage } from '../pages/proposal.page.js';
import { languageFor, type Language } from '../pages/texts/texts.js';
import { Clock, MINUTE } from '../security/clock.js';
import { HttpSessions, sessionAccountOf, sessionSignInOf } from '../sessions/http-session.js';
import { Proposals, type ProposalOutcome } from './proposals.service.js';
import { field, SignIn, type SignInError } from './sign-in.js';

/** How long ago the password may have been given: a session that somebody stole decides nothing. */
const FRESH_MS = 10 * MINUTE;
const STATUS: Readonly<Record<ProposalOutcome | 'declined', number>> = {
  done: 200,
  declined: 200,
  taken: 409,
  over: 410,
};

const ALIKE = { declined: 'proposal.declined', over: 'proposal.over' };
/** What the page says, as keys of the texts. */
const ADDRESS = { ...ALIKE, done: 'confirmation.done', taken: 'addition.taken' };
const FAMILY = { ...ALIKE, done: 'proposal.familyDone', taken: 'proposal.familyTaken' };

/** Where an account decides what a client asks of it: signs in, sees what it means, accepts or declines (D156, D159). */
@ApiExcludeController()
@Controller('proposal/:token')
export class ProposalController {
  constructor(
    private readonly proposals: Proposals,
    private readonly sessions: HttpSessions,
    private readonly signIn: SignIn,
    private readonly clock: Clock,
  ) {}

  @Get()
  @OpenPage('proposal', 'Asks an account what a client asks of it')
  async show(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.open(token, request, response);
    if (!link) return;
    const signedIn = await this.signedIn(link, request, response);
    if (signedIn !== 'this') return showSignIn(link, token, request, response, signedIn);
    response.send(proposalPage(languageOf(request, link), { ...link, action: pathOf(token, '/decision') }));
  }

  @Post('sign-in')
  @OpenPage('proposalsignin', 'Signs the user in to decide', { writes: true })
  async signInForIt(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.open(token, request, response);
    if (!link) return;
    const outcome = await this.signIn.attempt(request, response, null);
    if ('error' in outcome) return showSignIn(link, token, request, response, 'nobody', outcome);
    response.redirect(303, pathOf(token));
  }

  @Post('decision')
  @OpenPage('proposaldecision', "The user's decision", { writes: true })
  async decide(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.open(token, request, response);
    if (!link) return;
    const { address } = exchangeOf(request).origin;
    if (field(request, 'decision') !== 'accept') {
      await this.proposals.decline(token, address);
      return say('declined', link, request, response);
    }
    if ((await this.signedIn(link, request, response)) !== 'this')
      return response.redirect(303, pathOf(token));
    say(await this.proposals.accept(token, link, address), link, request, response);
  }

  /** The open link; otherwise the page that says why it is none is sent. */
  private async open(token: string, request: Request, response: Response): Promise<LinkView | null> {
    response.set('Cache-Control', 'no-store').type('html');
    const link = await this.proposals.look(token);
    if (link?.state === 'open') return link;
    say('over', link, request, response);
    return null;
  }

  /** Whether the password of the account that is asked was given since it was asked, and lately. */
  private async signedIn(
    { accountId, createdAt }: LinkView,
    request: Request,
    response: Response,
  ): Promise<'this' | 'other' | 'nobody'> {
    await this.sessions.load(request, response);
    const at = sessionSignInOf(request);
    const isFresh = at !== null && at >= createdAt && at.getTime() > this.clock.millis() - FRESH_MS;
    if (!isFresh) return 'nobody';
    return sessionAccountOf(request) === accountId ? 'this' : 'other';
  }
}

function showSignIn(
  { clientName, locale }: LinkView,
  token: string,
  request: Request,
  response: Response,
  signedIn: 'other' | 'nobody',
  form: { identifier: string; error?: SignInError } = { identifier: '' },
): void {
  const paths = { action: pathOf(token, '/sign-in'), cancel: pathOf(token, '/decision') };
  const isOther = signedIn === 'other';
  response.send(
    proposalSignInPage(languageFor(request.headers['accept-language'], locale), {
      ...paths,
      ...form,
      clientName,
      isOther,
    }),
  );
}

function say(
  outcome: ProposalOutcome | 'declined',
  link: LinkView | null,
  request: Request,
  response: Response,
): void {
  const keys = link?.kind === 'membership' ? FAMILY : ADDRESS;
  response.status(STATUS[outcome]);
  response.send(notePage(languageOf(request, link), keys[outcome], link ?? {}));
}

function languageOf(request: Request, link: LinkView | null): Language {
  return languageFor(request.headers['accept-language'], link?.locale ?? null);
}

function pathOf(token: string, step = ''): string {
  return `/proposal/${encodeURIComponent(token)}${step}`;
}
