import { Module } from '@nestjs/common';
import { SessionsModule } from '../../identity/sessions/sessions.module.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { ConnectedApps } from '../consent/connected-apps.service.js';
import { ConsentModule } from '../consent/consent.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { DeviceAuthorizationController } from './device-authorization.controller.js';
import { DeviceAuthorizations } from './device-authorizations.js';
import { DeviceCodeExchange } from './device-code-exchange.js';
import { DeviceController } from './device.controller.js';
import { DeviceDecisions } from './device-decisions.js';
import { DeviceRecords } from './device-records.js';
import { endOpenDeviceCodes } from './end-open-device-codes.js';

/** Devices without a keyboard: what they ask for, and the pages on which people decide (RFC 8628). */
@Module({
  imports: [ClientsModule, ConsentModule, SessionsModule, ThrottleModule, TokensModule],
  controllers: [DeviceAuthorizationController, DeviceController],
  providers: [DeviceAuthorizations, DeviceCodeExchange, DeviceDecisions, DeviceRecords],
  exports: [DeviceCodeExchange],
})
export class DeviceModule {
  constructor(apps: ConnectedApps) {
    apps.alsoEnd((tx, accountId, clientId) => endOpenDeviceCodes(tx, accountId, { clientId }));
  }
}
