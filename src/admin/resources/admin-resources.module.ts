import { Module } from '@nestjs/common';
import { ResourcesModule } from '../../oauth/resources/resources.module.js';
import { ShellModule } from '../shell/shell.module.js';
import { ResourcesConsole } from './resources.console.js';
import { ResourcesController } from './resources.controller.js';
import { Resources } from './resources.service.js';

@Module({
  imports: [ResourcesModule, ShellModule],
  controllers: [ResourcesConsole, ResourcesController],
  providers: [Resources],
})
export class AdminResourcesModule {}
