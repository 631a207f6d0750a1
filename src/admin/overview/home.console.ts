import { Get } from '@nestjs/common';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { OverviewService } from './overview.service.js';
import { adminHomePage } from './home.page.js';

/** What an operator looks at first. */
@Console('')
export class HomeConsole {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @ConsolePage('adminhomepage', 'What an operator looks at first', { role: 'support' })
  async home(@CurrentAdministrator() by: Administrator): Promise<string> {
    return adminHomePage(by, await this.overview.read());
  }
}
