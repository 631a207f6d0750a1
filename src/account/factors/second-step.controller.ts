import { Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { TrustedBrowsers } from '../../identity/factors/trusted-browsers.js';
import type { Method, PendingSignIn } from '../../identity/sessions/authentication.js';
import { GivenFactors } from '../../identity/sessions/given-factors.js';
import { pageAccountOf } from '../../identity/sessions/http-sessions.js';
import { SecondStep } from '../../identity/sessions/second-step.js';
import { allowFormTarget } from '../../oauth/authorize/form-target.js';
import { byUser } from '../by-user.js';
import { FormField, readForm, ticked } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { readerOf } from '../../platform/pages/reader.js';
import { factorErrorOf } from './factor-error.js';
import { secondStepOverPage, secondStepPage, type SecondStepProps } from './second-step.page.js';

const BY_FIRST_STEP = 'Its session made the first step of a sign-in, and is signed in to nobody yet.';
const GONE = 410;

/** The part of the form with the code that trusts the browser. */
class TrustForm {
  @FormField(ticked)
  trust!: boolean;
}

/** The page that asks for the second factor, after the first step on any page that signs in (D242). */
@ApiExcludeController()
@Controller('sign-in/code')
export class SecondStepController {
  constructor(
    private readonly secondStep: SecondStep,
    private readonly given: GivenFactors,
    private readonly trusted: TrustedBrowsers,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @OpenPage('signincode', 'Asks for the second factor', { because: BY_FIRST_STEP, keepsOpener: true })
  async show(@Req() request: Request, @Res() response: Response): Promise<void> {
    const pending = await this.secondStep.find(request, response);
    if (!pending) return over(request, response);
    await this.ask(pending, request, response);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @OpenPage('signincodepost', 'Takes the second factor, and signs the browser in', {
    because: BY_FIRST_STEP,
    writes: true,
    keepsOpener: true,
  })
  async take(@Req() request: Request, @Res() response: Response): Promise<void> {
    const pending = await this.secondStep.find(request, response);
    if (!pending) return over(request, response);
    const { trust } = (await readForm(TrustForm, request.body)).values;
    const { accountId } = pending;
    let method: Method;
    try {
      method = await this.given.verify(request, accountId);
    } catch (cause) {
      const error = { field: await this.given.fieldOf(request), key: factorErrorOf(response, cause) };
      return this.ask(pending, request, response, { error, trusts: trust });
    }
    const next = await followUp(this.secondStep.complete(request, response, { accountId, method }));
    if (next === null) return over(request, response);
    if (trust) await followUp(this.trusted.trust(byUser(pending, request), request, response));
    if (pending.formTarget) allowFormTarget(response, pending.formTarget);
    response.redirect(303, next);
  }

  private async ask(
    pending: PendingSignIn,
    request: Request,
    response: Response,
    form: Pick<SecondStepProps, 'error' | 'trusts'> = {},
  ): Promise<void> {
    const { accountId, formTarget, lookOf = null, next } = pending;
    if (formTarget) allowFormTarget(response, formTarget);
    const [ways, canTrust] = await Promise.all([
      this.given.waysOf(accountId),
      this.trusted.isOffered(accountId),
    ]);
    // Who is signed in already is asked for more by an application, which may be content with less.
    const without = pageAccountOf(request) === accountId ? next : null;
    const page = secondStepPage(readerOf(request), { lookOf, ways, canTrust, without, ...form });
    response.type('html').send(page);
  }
}

function over(request: Request, response: Response): void {
  response
    .status(GONE)
    .type('html')
    .send(secondStepOverPage(readerOf(request)));
}
