import { Module } from '@nestjs/common';
import { ClientsModule } from '../../oauth/clients/clients.module.js';
import { ConsentModule } from '../../oauth/consent/consent.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { UnregisteredConsole } from './unregistered.console.js';
import { UnregisteredController } from './unregistered.controller.js';
import { Unregistered } from './unregistered.service.js';

/** Applications that nobody registered (D425), apart from registered clients. */
@Module({
  imports: [ClientsModule, ConsentModule, ShellModule],
  controllers: [UnregisteredConsole, UnregisteredController],
  providers: [Unregistered],
})
export class AdminUnregisteredModule {}
