import { Get, Param, Post, Query } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Answering, type Shown } from '../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../platform/operations/visit.js';
import { MailedLinkPage, OpenPage } from '../platform/operations/declare.js';
import { followUp } from '../platform/errors/outcome.js';
import type { LinkView } from '../identity/mailed-links/link-shapes.js';
import { Outcomes } from '../identity/mailed-links/outcomes.js';
import { forgottenPage, resetOverPage, resetPage } from './password-reset.page.js';
import { lookOf, type Look } from '../platform/pages/look.js';
import { readerOf, type Reader } from '../platform/pages/reader.js';
import {
  AuthorizationService,
  onwardFrom,
  type Challenge,
} from '../oauth/authorize/authorization.service.js';
import { PasswordReset } from './password-reset.service.js';
import { refusalOf } from '../identity/sessions/form-refusal.js';
import { Budgets } from '../platform/throttle/budgets.js';
import { ResetRequests } from './reset-requests.js';
import { SignIn } from '../identity/sessions/sign-in.js';
import { readForm, asTyped, FormField, Told } from '../platform/checks/form.js';
import { pageErrors, type ErrorKey, PageRule } from '../platform/pages/page-errors.js';
import { problemWithNewPassword } from '../identity/passwords/password-policy.js';

const GONE = 410;

/** The form that asks for a link. */
class ForgottenForm {
  @FormField()
  @PageRule((text) => (text === '' ? 'identifierRequired' : null))
  identifier!: string;

  @FormField(challengeId)
  challenge!: string | null;
}

/** The form that takes the new password. */
class ResetForm {
  @FormField(asTyped)
  @PageRule<ResetForm>((password, { own }) => problemWithNewPassword(password, own))
  password!: string;

  @FormField(challengeId)
  challenge!: string | null;

  /** The account's name and identifiers. */
  @Told()
  own!: readonly string[];
}

/** Forgotten passwords (D71, D105): one page sends a link, the page behind the link takes a new password. */
@OpenPages()
export class PasswordResetController {
  constructor(
    private readonly requests: ResetRequests,
    private readonly reset: PasswordReset,
    private readonly authorization: AuthorizationService,
    private readonly signIn: SignIn,
    private readonly budgets: Budgets,
    private readonly outcomes: Outcomes,
  ) {}

  @Get('forgot-password')
  @OpenPage('forgotpassword', 'Asks whose password was forgotten', {
    because: "Whoever forgot a password can't sign in.",
    keepsOpener: true,
  })
  async ask(@Query('challenge') challenge: unknown, @CurrentVisit() visit: Visit): Promise<Shown> {
    const origin = challengeIn(challenge);
    const { look } = await this.flowOf(origin, visit);
    return html(forgottenPage(readerOf(visit), { challenge: origin, look, identifier: '' }));
  }

  /** The answer does not depend on whether there is such an account. */
  @Post('forgot-password')
  @OpenPage('forgotpasswordpost', 'Sends a link to choose a new password', {
    because: "Whoever forgot a password can't sign in; the answer is the same for every name.",
    writes: true,
    keepsOpener: true,
  })
  async send(@CurrentVisit() visit: Visit): Promise<Shown> {
    const reader = readerOf(visit);
    const { values, problems } = await readForm(ForgottenForm, visit.body);
    const { identifier, challenge } = values;
    const { look, client } = await this.flowOf(challenge, visit);
    const again = (error: ErrorKey | undefined, answering: Answering): Shown =>
      html(forgottenPage(reader, { challenge, look, identifier, error }), answering);
    if (problems.length > 0) return again(pageErrors(problems).identifier, { status: 400 });
    try {
      await this.requests.ask({ identifier, challenge, address: visit.address });
    } catch (cause) {
      const { key, ...answering } = refusalOf(cause);
      return again(key, answering);
    }
    return this.outcomes.tell('forgotten.sent', { ofClient: client?.id ?? null });
  }

  @Get('reset/:token')
  @MailedLinkPage('resetpassword', 'The page behind the link: takes a new password')
  async show(
    @Param('token') token: string,
    @Query('challenge') challenge: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Shown> {
    const link = await this.reset.look(token);
    const origin = challengeIn(challenge);
    const flow = await this.flowOf(origin, visit);
    if (link?.state !== 'open') return over(link, flow, visit);
    const { look, formTarget } = flow;
    return html(resetPage(readerAt(link, visit), { ...link, challenge: origin, look }), { formTarget });
  }

  @Post('reset/:token')
  @MailedLinkPage('resetpasswordpost', 'Sets the new password and signs the browser in', { writes: true })
  async choose(@Param('token') token: string, @CurrentVisit() visit: Visit): Promise<Shown> {
    const link = await this.reset.look(token);
    const own = link === null ? [] : [link.name, ...link.own];
    const { values, problems } = await readForm(ResetForm, visit.body, { own });
    const { password, challenge: origin } = values;
    const flow = await this.flowOf(origin, visit);
    if (link?.state !== 'open') return over(link, flow, visit);
    const { challenge, look, formTarget } = flow;
    const again = (error: ErrorKey, answering: Answering): Shown => {
      const page = resetPage(readerAt(link, visit), { ...link, challenge: origin, look, error });
      return html(page, { ...answering, formTarget });
    };
    if (problems.length > 0) return again(pageErrors(problems).password ?? 'tooLong', { status: 400 });
    let chosen: Awaited<ReturnType<PasswordReset['complete']>>;
    try {
      chosen = await this.reset.complete(token, password, visit.address);
    } catch (cause) {
      const { key, ...answering } = refusalOf(cause);
      return again(key, answering);
    }
    if (chosen === null) return over(link, flow, visit);
    await followUp(this.budgets.refill('addedWays', link.accountId));
    if ('keeping' in chosen) {
      await followUp(this.signIn.openToKeep(chosen.keeping, visit));
      return seeOther('/keep-account');
    }
    const onward = challenge
      ? onwardFrom(challenge, `/challenge?session_id=${origin}`)
      : { next: '/account' };
    const outcome = await followUp(this.signIn.proceed(chosen.who, onward, visit));
    if (challenge && !('step' in outcome)) await followUp(this.authorization.signedIn(challenge, outcome));
    return seeOther('step' in outcome ? outcome.step : onward.next);
  }

  /** Finds the challenge that the link was requested from, if this browser still has it open: the form may lead back to it. */
  private async flowOf(origin: string | null, visit: Visit): Promise<Flow> {
    const challenge = origin === null ? null : await this.authorization.find(visit, origin);
    const client = challenge?.client ?? null;
    const formTarget = challenge?.context.redirectUri ?? null;
    return { origin, challenge, client, look: lookOf(client?.id ?? null), formTarget };
  }
}

/** The client's sign-in that a page about a forgotten password belongs to, if any. */
interface Flow {
  /** The id of the challenge from the address. */
  readonly origin: string | null;
  readonly challenge: Challenge | null;
  readonly client: Challenge['client'] | null;
  readonly look: Look;
  /** Where the form may lead back to. */
  readonly formTarget: string | null;
}

/** Answers a link that does not work, or no longer. */
function over(link: LinkView | null, { origin, look }: Flow, visit: Visit): Shown {
  const page = resetOverPage(readerAt(link, visit), origin, look);
  return html(page, { status: link === null ? 404 : GONE });
}

function readerAt(link: LinkView | null, visit: Visit): Reader {
  return readerOf(visit, { of: link });
}

function challengeIn(value: unknown): string | null {
  return typeof value === 'string' ? challengeId(value) : null;
}

/** Returns the session id of a challenge that continues afterwards; null: there is none. */
function challengeId(text: string): string | null {
  return /^[\w-]{43}$/.test(text) ? text : null;
}
