import { Module } from '@nestjs/common';
import { AdminLegacyUseModule } from '../legacy-use/legacy-use.module.js';
import { SettingsInForce } from './settings-in-force.js';
import { SettingsConsole } from './settings.console.js';
import { SettingsController } from './settings.controller.js';

@Module({
  imports: [AdminLegacyUseModule],
  controllers: [SettingsConsole, SettingsController],
  providers: [SettingsInForce],
})
export class AdminSettingsModule {}
