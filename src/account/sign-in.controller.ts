import { Controller, Get, Header, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
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
@ApiExcludeController()
@Controller('sign-in')
export class SignInController {
  constructor(
    private readonly signIn: SignIn,
    private readonly passkeys: OwnPasskeys,
  ) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  @OpenPage('signin', 'The sign-in page', { because: NOBODY_YET, keepsOpener: true })
  show(@Query('next') next: unknown, @Req() request: Request): string {
    return pageFor(request, next, { identifier: '' });
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @OpenPage('signinpost', 'Signs a browser in', { because: NOBODY_YET, writes: true, keepsOpener: true })
  async signInHere(
    @Query('next') next: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const outcome = await this.signIn.attempt(request, response, null, { next: pageIn(next) });
    if ('step' in outcome) return response.redirect(303, outcome.step);
    if (!('error' in outcome))
      return response.redirect(303, await this.passkeys.pageAfter(outcome, request, pageIn(next)));
    response.type('html').send(pageFor(request, next, outcome));
  }
}

/** @param next the account page that was requested */
function pageFor(request: Request, next: unknown, form: { identifier: string; error?: SignInError }): string {
  const page = pageIn(next);
  const reader = readerOf(request);
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
