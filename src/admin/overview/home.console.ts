import { Get } from '@nestjs/common';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { OverviewService } from './overview.service.js';
import { adminHomePage } from './home.page.js';

/** The console's home page. */
@Console('')
export class HomeConsole {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @ConsolePage('adminhomepage', 'Home page with key figures', { role: 'support' })
  async home(@CurrentAdministrator() by: Administrator): Promise<string> {
    return adminHomePage(by, await this.overview.read());
  }
}
