import { Get } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { sentForm } from '../shell/console/sent-form.js';
import { OverviewService } from './overview.service.js';
import { adminHomePage } from './admin-home.page.js';
import { OverviewQuery } from './overview.view.js';

/** The console's home page. */
@Console('')
export class HomeConsole {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @ConsolePage('adminhomepage', 'Home page with key figures', { role: 'support' })
  async home(@AtConsole() { query, by }: ConsoleVisit): Promise<Shown> {
    const sent = await sentForm(OverviewQuery, query);
    const overview = await this.overview.read('body' in sent ? sent.body.period : undefined);
    return html(adminHomePage({ by, overview, ...sent }));
  }
}
