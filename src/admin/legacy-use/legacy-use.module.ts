import { Module } from '@nestjs/common';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { LegacyUseController } from './legacy-use.controller.js';
import { LegacyUses } from './legacy-uses.js';

@Module({
  imports: [ClientsModule],
  controllers: [LegacyUseController],
  providers: [LegacyUses],
  exports: [LegacyUses],
})
export class AdminLegacyUseModule {}
