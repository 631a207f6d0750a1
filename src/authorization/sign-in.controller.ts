import { Controller, Get, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { OpenPage } from '../contract/declare.js';
import { signInPage } from '../pages/challenge.page.js';
import { pageLanguage } from './own-account.js';
import { SignIn } from './sign-in.js';

const FORM = { action: '/sign-in', clientName: null, cancel: null };

/** Hearth's own sign-in page, which leads to the account. */
@ApiExcludeController()
@Controller('sign-in')
export class SignInController {
  constructor(private readonly signIn: SignIn) {}

  @Get()
  @Header('Content-Type', 'text/html; charset=utf-8')
  @Header('Cache-Control', 'no-store')
  @OpenPage('signin', 'The sign-in page')
  show(@Req() request: Request): string {
    return signInPage(pageLanguage(request), { ...FORM, identifier: '' });
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @OpenPage('signinpost', 'Signs a browser in', { writes: true })
  async signInHere(@Req() request: Request, @Res() response: Response): Promise<void> {
    const outcome = await this.signIn.attempt(request, response, null);
    if (!('error' in outcome)) return response.redirect(303, '/account');
    response.type('html').send(signInPage(pageLanguage(request), { ...FORM, ...outcome }));
  }
}
