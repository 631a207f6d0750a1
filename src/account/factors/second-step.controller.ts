import { Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CodesUnreadable } from '../../identity/factors/code-keys.js';
import { FactorChecks } from '../../identity/factors/factor-checks.js';
import { TrustedBrowsers } from '../../identity/factors/trusted-browsers.js';
import type { PendingSignIn } from '../../identity/sessions/authentication.js';
import { refuse } from '../../identity/sessions/form-refusal.js';
import { SecondStep } from '../../identity/sessions/second-step.js';
import { allowFormTarget } from '../../oauth/authorize/form-target.js';
import { FormField, readForm, ticked } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { OpenPage } from '../../platform/operations/declare.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { SecondStepOffers } from './second-step-offers.js';
import { secondStepOverPage, secondStepPage, type SecondStepProps } from './second-step.page.js';

const BY_FIRST_STEP = 'Its session made the first step of a sign-in, and is signed in to nobody yet.';
const GONE = 410;

/** One of its two forms. */
class SecondStepForm {
  @FormField()
  code!: string;

  @FormField()
  recovery!: string;

  @FormField(ticked)
  trust!: boolean;
}

/** The page that asks for the second factor, after the first step on any page that signs in (D242). */
@ApiExcludeController()
@Controller('sign-in/code')
export class SecondStepController {
  constructor(
    private readonly secondStep: SecondStep,
    private readonly checks: FactorChecks,
    private readonly trusted: TrustedBrowsers,
    private readonly offers: SecondStepOffers,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  @OpenPage('signincode', 'Asks for the second factor', { because: BY_FIRST_STEP })
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
  })
  async take(@Req() request: Request, @Res() response: Response): Promise<void> {
    const pending = await this.secondStep.find(request, response);
    if (!pending) return over(request, response);
    const { code, recovery, trust } = (await readForm(SecondStepForm, request.body)).values;
    const { accountId } = pending;
    const { address } = exchangeOf(request).origin;
    const isRecovery = recovery !== '';
    try {
      if (isRecovery) await this.checks.recoveryCode({ accountId, typed: recovery, address });
      else await this.checks.code({ accountId, typed: code, address });
    } catch (cause) {
      const key = errorOf(response, cause);
      const error = { field: isRecovery ? 'recovery' : 'code', key } as const;
      return this.ask(pending, request, response, { error, trusts: trust });
    }
    const method = isRecovery ? 'recovery' : 'code';
    const next = await followUp(this.secondStep.complete(request, response, { accountId, method }));
    if (next === null) return over(request, response);
    if (trust) await followUp(this.trusted.trust(accountId, request, response));
    if (pending.formTarget) allowFormTarget(response, pending.formTarget);
    response.redirect(303, next);
  }

  private async ask(
    pending: PendingSignIn,
    request: Request,
    response: Response,
    form: Pick<SecondStepProps, 'error' | 'trusts'> = {},
  ): Promise<void> {
    const reader = readerOf(request);
    if (pending.formTarget) allowFormTarget(response, pending.formTarget);
    const offers = await this.offers.of(pending, reader);
    const page = secondStepPage(reader, { lookOf: pending.lookOf ?? null, offers, ...form });
    response.type('html').send(page);
  }
}

function over(request: Request, response: Response): void {
  response
    .status(GONE)
    .type('html')
    .send(secondStepOverPage(readerOf(request)));
}

/** Sets the status of the refusal. */
export function errorOf(response: Response, cause: unknown): ErrorKey {
  const key = refuse(response, cause);
  if (cause instanceof CodesUnreadable) return 'codesUnreadable';
  return key === 'wrongPassword' ? 'codeWrong' : key;
}
