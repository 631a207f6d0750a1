import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { OpenPage } from '../contract/declare.js';
import { exchangeOf } from '../contract/exchange.js';
import type { Long } from '../contract/long.js';
import { AccountInformationService } from '../families/account-information.service.js';
import { signInPage } from '../pages/challenge.page.js';
import { notePage } from '../pages/invitation.page.js';
import { linkPage } from '../pages/link.page.js';
import { languageFor, type Language } from '../pages/texts/texts.js';
import { HttpSessions, sessionAccountOf, sessionSignInOf } from '../sessions/http-session.js';
import { AccountLinks, type LinkOutcome, type OpenLink } from '../tokens/sso/account-links.js';
import { field, SignIn, type SignInError } from './sign-in.js';

const STATUS: Readonly<Record<LinkOutcome | 'declined', number>> = {
  connected: 200,
  declined: 200,
  taken: 409,
  over: 410,
};

/** Where a user connects an account with a partner's: signs in, sees what it means, decides (D117). */
@ApiExcludeController()
@Controller('link/:token')
export class LinkController {
  constructor(
    private readonly links: AccountLinks,
    private readonly information: AccountInformationService,
    private readonly sessions: HttpSessions,
    private readonly signIn: SignIn,
  ) {}

  @Get()
  @OpenPage('link', 'Asks a user to connect an account with a partner')
  async show(
    @Param('token') token: string,
    @Query('switch') wantsSwitch: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.open(token, request, response);
    if (!link) return;
    const accountId = wantsSwitch === undefined ? await this.signedInFor(link, request, response) : null;
    const account = accountId === null ? null : await this.information.find(accountId);
    if (!account) return showSignIn(link, token, request, response, { identifier: '' });
    const page = linkPage(languageOf(request), {
      action: pathOf(token, '/decision'),
      switchPath: `${pathOf(token)}?switch=1`,
      clientName: link.clientName,
      label: link.label,
      accountId: account.accountId,
      accountName: account.name,
    });
    response.send(page);
  }

  @Post('sign-in')
  @OpenPage('linksignin', 'Signs the user in to connect an account', { writes: true })
  async signInForIt(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.open(token, request, response);
    if (!link) return;
    const outcome = await this.signIn.attempt(request, response, link.clientId);
    if ('error' in outcome) return showSignIn(link, token, request, response, outcome);
    response.redirect(303, pathOf(token));
  }

  @Post('decision')
  @OpenPage('linkdecision', "The user's decision", { writes: true })
  async decide(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const link = await this.open(token, request, response);
    if (!link) return;
    const accountId = await this.signedInFor(link, request, response);
    const { address } = exchangeOf(request).origin;
    if (field(request, 'decision') !== 'connect') {
      await this.links.decline(token, { accountId, address });
      return this.say('declined', link, request, response);
    }
    // As D96: nobody connects an account that the page did not name.
    if (accountId === null || field(request, 'account') !== accountId)
      return response.redirect(303, pathOf(token));
    this.say(await this.links.connect(token, { accountId, address }), link, request, response);
  }

  /** The open link; otherwise the page that says to start again is sent. */
  private async open(token: string, request: Request, response: Response): Promise<OpenLink | null> {
    response.set('Cache-Control', 'no-store').type('html');
    const link = await this.links.find(token);
    if (!link) this.say('over', null, request, response);
    return link;
  }

  /** Only who gave the password since the link was made: it hands out a key to the account. */
  private async signedInFor(link: OpenLink, request: Request, response: Response): Promise<Long | null> {
    await this.sessions.load(request, response);
    const at = sessionSignInOf(request);
    return at !== null && at >= link.createdAt ? sessionAccountOf(request) : null;
  }

  private say(
    outcome: LinkOutcome | 'declined',
    link: OpenLink | null,
    request: Request,
    response: Response,
  ): void {
    response.status(STATUS[outcome]);
    response.send(notePage(languageOf(request), `connect.${outcome}`, { clientName: link?.clientName }));
  }
}

function showSignIn(
  { clientName }: OpenLink,
  token: string,
  request: Request,
  response: Response,
  form: { identifier: string; error?: SignInError },
): void {
  const paths = { action: pathOf(token, '/sign-in'), cancel: pathOf(token, '/decision') };
  response.send(signInPage(languageOf(request), { ...paths, clientName, ...form }));
}

function languageOf(request: Request): Language {
  return languageFor(request.headers['accept-language'], null);
}

function pathOf(token: string, step = ''): string {
  return `/link/${encodeURIComponent(token)}${step}`;
}
