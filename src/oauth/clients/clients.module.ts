import { Module } from '@nestjs/common';
import { ClientBatch } from './client-batch.js';
import { ClientDirectory } from './client-directory.js';
import { ClientKeys } from './client-keys.js';
import { ClientSecrets } from './client-secrets.js';
import { ClientService } from './client.service.js';
import { LegacyGate } from './legacy-gate.js';
import { PasswordClients } from './password-clients.js';
import { StrictRedirects } from './strict-redirects.js';
import { ThrottleModule } from '../../platform/throttle/throttle.module.js';

@Module({
  imports: [ThrottleModule],
  providers: [
    ClientBatch,
    ClientDirectory,
    ClientKeys,
    ClientSecrets,
    ClientService,
    LegacyGate,
    PasswordClients,
    StrictRedirects,
  ],
  exports: [
    ClientBatch,
    ClientDirectory,
    ClientKeys,
    ClientSecrets,
    ClientService,
    LegacyGate,
    PasswordClients,
    StrictRedirects,
  ],
})
export class ClientsModule {}
