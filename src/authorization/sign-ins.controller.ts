import { Controller, Header, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { OpenPage } from '../contract/declare.js';
import { exchangeOf } from '../contract/exchange.js';
import { sessionDigestOf } from '../sessions/http-session.js';
import { ConnectedApps, type ByUser } from './connected-apps.service.js';
import { OwnAccount } from './own-account.js';
import { field } from './sign-in.js';
import { SignIns } from './sign-ins.service.js';

/** What is signed in to a person's account, and ends there: browsers, devices, connected apps (D61). */
@ApiExcludeController()
@Controller('account')
export class SignInsController {
  constructor(
    private readonly own: OwnAccount,
    private readonly signIns: SignIns,
    private readonly apps: ConnectedApps,
  ) {}

  @Post('end')
  @Header('Cache-Control', 'no-store')
  @OpenPage('accountend', 'Signs a browser or a device out', { writes: true })
  async end(@Req() request: Request, @Res() response: Response): Promise<void> {
    const account = await this.own.require(request, response);
    if (!account) return;
    await this.signIns.end(by(account, request), field(request, 'kind'), field(request, 'id'));
    response.redirect(303, '/account');
  }

  @Post('end-others')
  @Header('Cache-Control', 'no-store')
  @OpenPage('accountendothers', 'Signs everything out but this browser', { writes: true })
  async endOthers(@Req() request: Request, @Res() response: Response): Promise<void> {
    const account = await this.own.require(request, response);
    if (!account) return;
    await this.signIns.endOthers(by(account, request), sessionDigestOf(request));
    response.redirect(303, '/account');
  }

  @Post('disconnect')
  @Header('Cache-Control', 'no-store')
  @OpenPage('accountdisconnect', 'Ends what an application was allowed, and its tokens', { writes: true })
  async disconnect(@Req() request: Request, @Res() response: Response): Promise<void> {
    const account = await this.own.require(request, response);
    if (!account) return;
    await this.apps.disconnect(by(account, request), field(request, 'client'));
    response.redirect(303, '/account');
  }
}

function by({ accountId }: Pick<ByUser, 'accountId'>, request: Request): ByUser {
  return { accountId, address: exchangeOf(request).origin.address };
}
