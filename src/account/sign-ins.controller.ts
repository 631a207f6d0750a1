import { Controller, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AccountPage } from '../platform/operations/declare.js';
import { exchangeOf } from '../platform/operations/exchange.js';
import type { AccountInformationView } from '../identity/families/account-information.view.js';
import { CurrentAccount } from '../identity/sessions/current-account.js';
import { sessionDigestOf } from '../identity/sessions/http-session.js';
import { ConnectedApps, type ByUser } from '../oauth/consent/connected-apps.service.js';
import { FormField, readForm } from '../platform/checks/form.js';
import { SignIns } from './sign-ins.service.js';

/** A button that ends one sign-in; one of another account is ignored. */
class EndForm {
  @FormField()
  kind!: string;

  @FormField()
  id!: string;
}

class DisconnectForm {
  @FormField()
  client!: string;
}

/** Signs out browsers and devices of a person's account, and disconnects applications (D61). */
@ApiExcludeController()
@Controller('account')
export class SignInsController {
  constructor(
    private readonly signIns: SignIns,
    private readonly apps: ConnectedApps,
  ) {}

  @Post('end')
  @AccountPage('accountend', 'Signs a browser or a device out', { writes: true })
  async end(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { kind, id } = (await readForm(EndForm, request.body)).values;
    await this.signIns.end(by(account, request), kind, id);
    response.redirect(303, '/account');
  }

  @Post('end-others')
  @AccountPage('accountendothers', 'Signs everything out but this browser', { writes: true })
  async endOthers(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.signIns.endOthers(by(account, request), sessionDigestOf(request));
    response.redirect(303, '/account');
  }

  @Post('disconnect')
  @AccountPage('accountdisconnect', 'Ends what an application was allowed, and its tokens', { writes: true })
  async disconnect(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { client } = (await readForm(DisconnectForm, request.body)).values;
    await this.apps.disconnect(by(account, request), client);
    response.redirect(303, '/account');
  }
}

function by({ accountId }: Pick<ByUser, 'accountId'>, request: Request): ByUser {
  return { accountId, address: exchangeOf(request).origin.address };
}
