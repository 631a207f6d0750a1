import { Module } from '@nestjs/common';
import { AccountsModule } from '../../identity/accounts/accounts.module.js';
import { NotificationsModule } from '../../identity/notifications/notifications.module.js';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { TokensModule } from '../../oauth/tokens/tokens.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { Remedies } from '../../identity/accounts/remedies.js';
import { DevicePasswordsController } from './device-passwords.controller.js';
import { OwnDevicePasswords } from './own-device-passwords.js';

/** Passwords for applications under `/account/device-passwords`. */
@Module({
  imports: [AccountsModule, ClientsModule, NotificationsModule, ThrottleModule, TokensModule],
  controllers: [DevicePasswordsController],
  providers: [OwnDevicePasswords],
  exports: [OwnDevicePasswords],
})
export class OwnDevicePasswordsModule {
  constructor(remedies: Remedies, devicePasswords: OwnDevicePasswords) {
    remedies.register('devicePasswords', (tx, accountId, { reach: { signInIds } }) =>
      devicePasswords.endAll(tx, accountId, signInIds),
    );
  }
}
