import { Controller, Get, Header, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { AccountInformationView } from '../../identity/families/account-information.view.js';
import { CurrentAccount, proofFirst } from '../../identity/sessions/current-account.js';
import { PasswordClients } from '../../oauth/clients/password-clients.js';
import { readForm } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage } from '../../platform/operations/declare.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { pageErrors, type PageErrors } from '../../platform/pages/page-errors.js';
import { readerOf } from '../../platform/pages/reader.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { Clock } from '../../platform/security/clock.js';
import { pageAfterEnd } from '../after-end.js';
import { byUser } from '../by-user.js';
import { DevicePasswordForm, LEGACY } from './device-password-form.js';
import { DEVICE_PASSWORDS, devicePasswordsPage, type DevicePasswordsProps } from './device-passwords.page.js';
import { OwnDevicePasswords } from './own-device-passwords.js';

/** A person's own passwords for single applications (D248). */
@ApiExcludeController()
@Controller('account/device-passwords')
export class DevicePasswordsController {
  constructor(
    private readonly own: OwnDevicePasswords,
    private readonly clients: PasswordClients,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  @Get()
  @AccountPage('accountdevicepasswords', 'The passwords of an account that are each for one application')
  async list(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    await this.show(account, request, response);
  }

  @Post()
  @Header('Cache-Control', 'no-store')
  @AccountPage('accountdevicepasswordmake', 'Makes a password for one application, and shows it once', {
    writes: true,
    isSensitive: { formOn: DEVICE_PASSWORDS },
  })
  async make(
    @CurrentAccount() account: AccountInformationView,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const { values, problems } = await readForm(DevicePasswordForm, request.body);
    const { name, client } = values;
    const isOffered = client === LEGACY || (await this.clients.all()).some(({ id }) => id === client);
    const typed: PageErrors = { ...pageErrors(problems), ...(!isOffered && { client: 'chooseFromList' }) };
    const again = (errors: PageErrors): Promise<void> => {
      response.status(400);
      return this.show(account, request, response, { outcome: { isDone: false, values, errors } });
    };
    if (Object.keys(typed).length > 0) return again(typed);
    const by = byUser(account, request);
    await this.budgets.spend('addedWays', by);
    const plain = await this.own.make(by, name, client === LEGACY ? null : client);
    if (plain === null) return again({ name: 'tooManyDevicePasswords' });
    response.status(200);
    await followUp(this.show(account, request, response, { made: { name, plain } }));
  }

  @Post(':id/end')
  @AccountPage('accountdevicepasswordend', 'Removes one, and what it signed in', {
    writes: true,
    isSensitive: { formOn: DEVICE_PASSWORDS },
  })
  async end(
    @CurrentAccount() account: AccountInformationView,
    @Param('id') id: Long,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (isLong(id)) await this.own.end(byUser(account, request), id);
    response.redirect(303, pageAfterEnd(request, DEVICE_PASSWORDS));
  }

  private async show(
    { accountId }: AccountInformationView,
    request: Request,
    response: Response,
    more: Pick<DevicePasswordsProps, 'made' | 'outcome'> = {},
  ): Promise<void> {
    const [passwords, clients] = await Promise.all([this.own.of(accountId), this.clients.all()]);
    const reader = readerOf(request, { path: DEVICE_PASSWORDS });
    const proof = proofFirst(request, DEVICE_PASSWORDS);
    const props = { passwords, clients, now: this.clock.now(), proof, ...more };
    response.type('html').send(devicePasswordsPage(reader, props));
  }
}
