import { Module } from '@nestjs/common';
import { LegacyUses } from './legacy-use.service.js';
import { SettingsInForce } from './settings-in-force.js';
import { SettingsConsole } from './settings.console.js';
import { SettingsController } from './settings.controller.js';

@Module({
  controllers: [SettingsConsole, SettingsController],
  providers: [LegacyUses, SettingsInForce],
})
export class AdminSettingsModule {}
