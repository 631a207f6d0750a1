import { Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { sentForm } from '../shell/console/sent-form.js';
import { OverviewService } from './overview.service.js';
import { adminHomePage } from './home.page.js';
import { OverviewQuery } from './overview.view.js';

/** The console's home page. */
@Console('')
export class HomeConsole {
  constructor(private readonly overview: OverviewService) {}

  @Get()
  @ConsolePage('adminhomepage', 'Home page with key figures', { role: 'support' })
  async home(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const sent = await sentForm(OverviewQuery, request.query);
    const overview = await this.overview.read('body' in sent ? sent.body.period : undefined);
    return adminHomePage({ by, overview, ...sent });
  }
}
