import { Get, Post, Query } from '@nestjs/common';
import { OpenPages } from '../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../platform/operations/shown.js';
import { CurrentVisit, type Visit } from '../platform/operations/visit.js';
import { OpenPage } from '../platform/operations/declare.js';
import { DEVICE_PATH } from '../oauth/device/device-path.js';
import { signInPage } from '../oauth/authorize/challenge.page.js';
import { pageIn, signInPath } from '../platform/pages/sign-in-path.js';
import { readerOf } from '../platform/pages/reader.js';
import { textsIn } from '../platform/pages/texts/texts.js';
import { SignIn, type SignInError } from '../identity/sessions/sign-in.js';
import { OwnPasskeys } from './passkeys/own-passkeys.js';

const NOBODY_YET = 'Here people come to sign in.';

/** Hearth's own sign-in page, which leads to the account. */
@OpenPages('sign-in')
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly passkeys: OwnPasskeys,
  ) {}

  @Get()
  @OpenPage('signin', 'The sign-in page', { because: NOBODY_YET, keepsOpener: true })
  show(@Query('next') next: unknown, @CurrentVisit() visit: Visit): Shown {
    return html(pageFor(visit, next, { identifier: '' }));
  }

  @Post()
  @OpenPage('signinpost', 'Signs a browser in', { because: NOBODY_YET, writes: true, keepsOpener: true })
  async signInHere(@Query('next') next: unknown, @CurrentVisit() visit: Visit): Promise<Shown> {
    const outcome = await this.signIn.attempt(visit, null, { next: pageIn(next) });
    if ('step' in outcome) return seeOther(outcome.step);
    if (!('error' in outcome)) return seeOther(await this.passkeys.pageAfter(outcome, visit, pageIn(next)));
    const { answering, ...form } = outcome;
    return html(pageFor(visit, next, form), answering);
  }
}

/** @param next the account page that was requested */
function pageFor(visit: Visit, next: unknown, form: { identifier: string; error?: SignInError }): string {
  const page = pageIn(next);
  const reader = readerOf(visit);
  const isForDevice = page.startsWith(DEVICE_PATH);
  return signInPage(reader, {
    action: signInPath(page),
    ...(isForDevice && { lead: textsIn(reader.language)('device.signIn') }),
    clientName: null,
    cancel: null,
    elsewhere: page,
    ...form,
  });
}
