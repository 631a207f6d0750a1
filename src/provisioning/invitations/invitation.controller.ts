import { Controller, Get, Header, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountPage, MailedLinkPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import type { Long } from '../../platform/operations/long.js';
import { followUp, isOutcomeUnknown, isUnavailable } from '../../platform/errors/outcome.js';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import type { LinkView } from '../../identity/mailed-links/link-shapes.js';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { additionPage, expiredPage, invitationPage, welcomePage } from './invitation.page.js';
import { choiceBy, readerOf, type Reader } from '../../platform/pages/reader.js';
import { CurrentAccount } from '../../identity/sessions/current-account.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { readForm } from '../../platform/checks/form.js';
import { pageErrors, type PageErrors } from '../../platform/pages/page-errors.js';
import { AccountCompletion } from './account-completion.js';
import { acceptedIn, InvitationForm } from './invitation-form.js';
import { InvitationService } from './invitation.service.js';

const HTML = 'text/html; charset=utf-8';
const GONE = 410;

/** The pages behind an invitation, or behind a link to an address that its user asked to add (D24); only a POST uses the link up (D71). */
@ApiExcludeController()
@Controller()
export class InvitationController {
  constructor(
    private readonly invitations: InvitationService,
    private readonly completion: AccountCompletion,
    private readonly signIn: SignIn,
  ) {}

  @Get('invitation/:token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage('invitation', 'The page behind an invitation, or an address that its owner asked for')
  async show(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    const link = await this.invitations.look(token);
    if (await this.invitations.isProposal(token)) {
      response.redirect(303, `/proposal/${encodeURIComponent(token)}`);
      return undefined;
    }
    const reader = readerOf(request, { of: link });
    if (link?.state !== 'open') return closed(link, token, reader, response);
    if (!link.completes) return additionPage(reader, link);
    return invitationPage(reader, { ...link, beside: await this.invitations.beside(token) });
  }

  @Post('invitation/:token')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage('invitationaccept', 'Completes the account, or confirms the address', { writes: true })
  async use(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    response.status(200);
    const link = await this.invitations.look(token);
    const reader = readerOf(request, { of: link });
    if (link?.state !== 'open') return closed(link, token, reader, response);
    const { address } = exchangeOf(request).origin;
    if (link.kind === 'addition') {
      const outcome = await this.invitations.confirm(token, address);
      if (outcome === 'refused') return closed(await this.invitations.look(token), token, reader, response);
      if (outcome === 'taken') response.status(409);
      return notePage(reader, outcome === 'done' ? 'confirmation.done' : 'addition.taken', link);
    }
    if (!link.completes) {
      response.redirect(303, `/proposal/${encodeURIComponent(token)}`); // completed by another link just now
      return undefined;
    }
    const { values: form, problems } = await readForm(InvitationForm, request.body, { own: link.own });
    const beside = await this.invitations.beside(token);
    const accepted = acceptedIn(request.body);
    const again = (errors: PageErrors): string =>
      invitationPage(reader, { ...link, name: form.name, beside }, { errors, accepted });
    if (problems.length > 0) {
      response.status(400);
      return again(pageErrors(problems));
    }
    let accountId: Long | null;
    try {
      const given = { ...form, beside: accepted, choiceOf: choiceBy(request) };
      accountId = await this.completion.complete(token, given, address);
    } catch (cause) {
      if (!isUnavailable(cause)) throw cause;
      response.status(503).set(cause.headers);
      return again({ password: isOutcomeUnknown(cause) ? 'outcomeUnknown' : 'busy' });
    }
    if (accountId === null) return closed(await this.invitations.look(token), token, reader, response);
    // The account began with it: its identifier is settled.
    const who = { accountId, methods: ['link', 'password'], linkRank: 2 } as const;
    const outcome = await followUp(this.signIn.proceed(who, { next: '/welcome' }, request, response));
    response.redirect(303, 'step' in outcome ? outcome.step : '/welcome');
    return undefined;
  }

  @Post('invitation/:token/resend')
  @Header('Content-Type', HTML)
  @Header('Cache-Control', 'no-store')
  @MailedLinkPage(
    'invitationresend',
    'Sends a new invitation in place of one that expired, to the same address',
    { writes: true },
  )
  async resend(
    @Param('token') token: string,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string | undefined> {
    let isSent: boolean;
    try {
      isSent = await this.invitations.resend(token, exchangeOf(request).origin.address);
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      response.status(429).set(cause.headers);
      const link = await this.invitations.look(token);
      return notePage(readerOf(request, { of: link }), 'link.tooMany');
    }
    const link = await followUp(this.invitations.look(token));
    const reader = readerOf(request, { of: link });
    if (isSent) {
      response.status(200);
      return notePage(reader, 'link.resent');
    }
    if (link?.state !== 'open') return closed(link, token, reader, response);
    response.redirect(303, `/invitation/${encodeURIComponent(token)}`);
    return undefined;
  }

  @Get('welcome')
  @Header('Content-Type', HTML)
  @AccountPage('welcome', 'What is next, after an account was completed')
  welcome(@CurrentAccount() account: AccountInformationView, @Req() request: Request): string {
    return welcomePage(readerOf(request), account.name, account.identifiers[0].value);
  }
}

/** The page of a link that can't be used. Of one that was ended it tells no more than of one that never was. */
function closed(link: LinkView | null, token: string, reader: Reader, response: Response): string {
  response.status(link === null ? 404 : GONE);
  if (link?.state === 'expired')
    return expiredPage(reader, `/invitation/${encodeURIComponent(token)}/resend`);
  if (link?.state !== 'used') return notePage(reader, 'link.unknown');
  return notePage(reader, link.kind === 'addition' ? 'confirmation.done' : 'link.used', link);
}
