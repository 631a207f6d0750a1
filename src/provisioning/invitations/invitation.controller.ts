import { Get, Param, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { AccountPage, MailedLinkPage } from '../../platform/operations/declare.js';
import type { Long } from '../../platform/operations/long.js';
import { html, seeOther, type Answering, type Shown } from '../../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../../platform/operations/visit.js';
import { followUp, isOutcomeUnknown, isUnavailable } from '../../platform/errors/outcome.js';
import type { LinkView } from '../../identity/mailed-links/link-shapes.js';
import { notePage } from '../../identity/mailed-links/note.page.js';
import { Outcomes } from '../../identity/mailed-links/outcomes.js';
import { additionPage, expiredPage, invitationPage, welcomePage } from './invitation.page.js';
import { isPasskeyPutOff } from '../../identity/passkeys/passkey-offer.js';
import { choiceBy, readerOf, type Reader } from '../../platform/pages/reader.js';
import { CurrentOwnVisit, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { SignIn } from '../../identity/sessions/sign-in.js';
import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import { readForm } from '../../platform/checks/form.js';
import { pageErrors, type PageErrors } from '../../platform/pages/page-errors.js';
import { acceptedIn, InvitationForm } from './invitation-form.js';
import { InvitationService } from './invitation.service.js';
import { Welcomes } from './welcomes.js';

/** The pages behind an invitation, or behind the link that confirms a new address (D24); only a POST uses the link (D71). */
@AccountPages()
export class InvitationController {
  constructor(
    private readonly invitations: InvitationService,
    private readonly signIn: SignIn,
    private readonly welcomes: Welcomes,
    private readonly outcomes: Outcomes,
  ) {}

  @Get('invitation/:token')
  @MailedLinkPage('invitation', 'The page behind an invitation, or an address that its owner asked for')
  async show(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const link = await this.invitations.look(token);
    if (await this.invitations.isProposal(token)) return seeOther(`/proposal/${encodeURIComponent(token)}`);
    const reader = readerOf(visit, { of: link });
    if (link?.state !== 'open') return closed(link, token, reader);
    if (!link.completes) return html(additionPage(reader, link));
    return html(invitationPage(reader, { ...link, beside: await this.invitations.beside(token) }));
  }

  @Post('invitation/:token')
  @MailedLinkPage('invitationaccept', 'Completes the account, or confirms the address', { writes: true })
  async use(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const link = await this.invitations.look(token);
    const reader = readerOf(visit, { of: link });
    if (link?.state !== 'open') return closed(link, token, reader);
    const { address } = visit;
    if (link.kind === 'addition') {
      const outcome = await this.invitations.confirm(token, address);
      if (outcome === 'refused') return closed(await this.invitations.look(token), token, reader);
      if (outcome === 'taken') return html(notePage(reader, 'addition.taken', link), { status: 409 });
      return this.outcomes.tell('confirmation.done', link, link);
    }
    // Another link completed it meanwhile.
    if (!link.completes) return seeOther(`/proposal/${encodeURIComponent(token)}`);
    const { values: form, problems } = await readForm(InvitationForm, visit.body, { own: link.own });
    const beside = await this.invitations.beside(token);
    const accepted = acceptedIn(visit.body);
    const again = (errors: PageErrors, answering: Answering): Shown =>
      html(invitationPage(reader, { ...link, name: form.name, beside }, { errors, accepted }), answering);
    if (problems.length > 0) return again(pageErrors(problems), { status: 400 });
    let accountId: Long | null;
    try {
      const given = { ...form, beside: accepted, choiceOf: choiceBy(visit) };
      accountId = await this.invitations.complete(token, given, address);
    } catch (cause) {
      if (!isUnavailable(cause)) throw cause;
      const { headers } = cause;
      return again(
        { password: isOutcomeUnknown(cause) ? 'outcomeUnknown' : 'busy' },
        { status: 503, headers },
      );
    }
    if (accountId === null) return closed(await this.invitations.look(token), token, reader);
    // The account began with this link: its identifier is settled.
    const who = { accountId, methods: ['link', 'password'], linkRank: 2 } as const;
    const outcome = await followUp(this.signIn.proceed(who, { next: '/welcome' }, visit));
    return seeOther('step' in outcome ? outcome.step : '/welcome');
  }

  @Post('invitation/:token/resend')
  @MailedLinkPage(
    'invitationresend',
    'Sends a new invitation in place of one that expired, to the same address',
    { writes: true },
  )
  async resend(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    let isSent: boolean;
    try {
      isSent = await this.invitations.resend(token, visit.address);
    } catch (cause) {
      if (!(cause instanceof BudgetSpent)) throw cause;
      const reader = readerOf(visit, { of: await this.invitations.look(token) });
      return html(notePage(reader, 'link.tooMany'), { status: 429, headers: cause.headers });
    }
    const link = await followUp(this.invitations.look(token));
    if (isSent) return this.outcomes.tell('link.resent', {}, link);
    if (link?.state !== 'open') return closed(link, token, readerOf(visit, { of: link }));
    return seeOther(`/invitation/${encodeURIComponent(token)}`);
  }

  @Get('welcome')
  @AccountPage('welcome', 'What is next, after an account was completed')
  async welcome(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const { accountId, name, identifiers } = visit.account;
    const { client, lacksPasskey } = await this.welcomes.of(accountId);
    const isPasskeyOffered = lacksPasskey && !isPasskeyPutOff(visit);
    const props = { client, name, value: identifiers[0].value, isPasskeyOffered };
    return html(welcomePage(readerOf(visit), props));
  }
}

/** Answers a link that can't be used. An ended link looks like one that never existed. */
function closed(link: LinkView | null, token: string, reader: Reader): Shown {
  return html(closedPage(link, token, reader), { status: link === null ? 404 : 410 });
}

function closedPage(link: LinkView | null, token: string, reader: Reader): string {
  if (link?.state === 'expired')
    return expiredPage(reader, `/invitation/${encodeURIComponent(token)}/resend`);
  if (link?.state !== 'used') return notePage(reader, 'link.unknown');
  return notePage(reader, link.kind === 'addition' ? 'confirmation.done' : 'link.used', link);
}
