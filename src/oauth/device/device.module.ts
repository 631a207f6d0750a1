import { Module } from '@nestjs/common';
import { MailedLinksModule } from '../../identity/mailed-links/mailed-links.module.js';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { ConnectedApps } from '../consent/connected-apps.service.js';
import { ConsentModule } from '../consent/consent.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { DeviceAuthorizationController } from './device-authorization.controller.js';
import { DeviceAuthorizations, endOpenDeviceCodes } from './device-authorizations.js';
import { DeviceController } from './device.controller.js';
import { DeviceDecisions } from './device-decisions.js';

/** Devices without a keyboard: what they ask for, and the pages on which people decide (RFC 8628). */
@Module({
  imports: [ClientsModule, ConsentModule, MailedLinksModule, SessionsModule, ThrottleModule, TokensModule],
  controllers: [DeviceAuthorizationController, DeviceController],
  providers: [DeviceAuthorizations, DeviceDecisions],
  exports: [DeviceAuthorizations],
})
export class DeviceModule {
  constructor(apps: ConnectedApps) {
    apps.alsoEnd((tx, accountId, clientId) => endOpenDeviceCodes(tx, accountId, { clientId }));
  }
}
