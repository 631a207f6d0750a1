import { Get, NotFoundException } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { designPage } from './design.page.js';

/** Every component in every state, for those who work on Hearth (docs/design.md). */
@Console('design')
export class DesignConsole {
  constructor(private readonly config: AppConfig) {}

  @Get()
  @ConsolePage('admindesignpage', 'Every component of the console, outside production', { role: 'support' })
  page(@CurrentAdministrator() by: Administrator): string {
    if (this.config.environment === 'production') throw new NotFoundException();
    return designPage(by);
  }
}
