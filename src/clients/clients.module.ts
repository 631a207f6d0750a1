import { Module } from '@nestjs/common';
import { ClientDirectory } from './client-directory.js';
import { ClientSecrets } from './client-secrets.js';
import { ClientService } from './client.service.js';
import { LegacyGate } from './legacy-gate.js';

@Module({
  providers: [ClientDirectory, ClientSecrets, ClientService, LegacyGate],
  exports: [ClientDirectory, ClientSecrets, ClientService, LegacyGate],
})
export class ClientsModule {}
