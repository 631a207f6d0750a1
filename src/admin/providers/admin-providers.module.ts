import { Module } from '@nestjs/common';
import { ProvidersModule } from '../../oauth/providers/providers.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { ProvidersConsole } from './providers.console.js';
import { ProvidersController } from './providers.controller.js';
import { Providers } from './providers.service.js';

@Module({
  imports: [ProvidersModule, ShellModule],
  controllers: [ProvidersConsole, ProvidersController],
  providers: [Providers],
})
export class AdminProvidersModule {}
