import { pageErrors, type PageErrors, PageRule } from '../../platform/pages/page-errors.js';
import { Get, Param, Post } from '@nestjs/common';
import { AccountPages } from '../../platform/operations/controllers.js';
import { html, seeOther, type Shown } from '../../platform/operations/shown.js';
import { CurrentOwnVisit, proofFirst, type OwnVisit } from '../../identity/sessions/own-visit.js';
import { PasswordClients } from '../../oauth/clients/password-clients.js';
import { readForm, FormField } from '../../platform/checks/form.js';
import { followUp } from '../../platform/errors/outcome.js';
import { AccountPage, formOn } from '../../platform/operations/declare.js';
import { isLong, type Long } from '../../platform/operations/long.js';
import { readerOf } from '../../platform/pages/reader.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import { Clock } from '../../platform/security/clock.js';
import { pageAfterEnd } from '../frame/after-end.js';
import { byUser } from '../frame/by-user.js';
import {
  DEVICE_PASSWORDS,
  devicePasswordsPage,
  type DevicePasswordsProps,
  FOR_LEGACY,
} from './device-passwords.page.js';
import { OwnDevicePasswords } from './own-device-passwords.js';
import { problemWithName } from '../../identity/accounts/profile-rules.js';

/** A new device password. */
class DevicePasswordForm {
  @FormField()
  @PageRule((text) => (text === '' ? 'deviceNameRequired' : problemWithName(text)))
  name!: string;

  /** The number of a client, or FOR_LEGACY. */
  @FormField()
  client!: string;
}

/** A person's own passwords for single applications (D248). */
@AccountPages('account/device-passwords')
export class DevicePasswordsController {
  constructor(
    private readonly own: OwnDevicePasswords,
    private readonly clients: PasswordClients,
    private readonly budgets: Budgets,
    private readonly clock: Clock,
  ) {}

  @Get()
  @AccountPage('accountdevicepasswords', 'The passwords of an account that are each for one application')
  async list(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    return this.show(visit);
  }

  @Post()
  @AccountPage('accountdevicepasswordmake', 'Makes a password for one application, and shows it once', {
    ...formOn(DEVICE_PASSWORDS),
    shows: 'once',
  })
  async make(@CurrentOwnVisit() visit: OwnVisit): Promise<Shown> {
    const { values, problems } = await readForm(DevicePasswordForm, visit.body);
    const { name, client } = values;
    const isOffered = client === FOR_LEGACY || (await this.clients.all()).some(({ id }) => id === client);
    const typed: PageErrors = { ...pageErrors(problems), ...(!isOffered && { client: 'chooseFromList' }) };
    const again = (errors: PageErrors): Promise<Shown> =>
      this.show(visit, { outcome: { isDone: false, values, errors } });
    if (Object.keys(typed).length > 0) return again(typed);
    const by = byUser(visit);
    await this.budgets.spend('addedWays', by);
    const plain = await this.own.make(by, name, client === FOR_LEGACY ? null : client);
    if (plain === null) return again({ name: 'tooManyDevicePasswords' });
    return followUp(this.show(visit, { made: { name, plain } }));
  }

  @Post(':id/end')
  @AccountPage('accountdevicepasswordend', 'Removes one, and what it signed in', formOn(DEVICE_PASSWORDS))
  async end(@CurrentOwnVisit() visit: OwnVisit, @Param('id') id: Long): Promise<Shown> {
    if (isLong(id)) await this.own.end(byUser(visit), id);
    return seeOther(pageAfterEnd(visit, DEVICE_PASSWORDS));
  }

  private async show(
    visit: OwnVisit,
    more: Pick<DevicePasswordsProps, 'made' | 'outcome'> = {},
  ): Promise<Shown> {
    const [passwords, clients] = await Promise.all([
      this.own.of(visit.account.accountId),
      this.clients.all(),
    ]);
    const reader = readerOf(visit, { path: DEVICE_PASSWORDS });
    const proof = proofFirst(visit, DEVICE_PASSWORDS);
    const props = { passwords, clients, now: this.clock.now(), proof, ...more };
    return html(devicePasswordsPage(reader, props), { status: more.outcome ? 400 : 200 });
  }
}
