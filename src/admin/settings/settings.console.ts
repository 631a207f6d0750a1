import { Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { exchangeOf } from '../../platform/operations/exchange.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { queryIn } from '../shell/console/form-values.js';
import { Doctor } from '../doctor/doctor.service.js';
import { LegacyUses } from '../legacy-use/legacy-uses.js';
import { SettingsInForce } from './settings-in-force.js';
import { legacyUsePage, settingsPage } from './settings.page.js';

/** Read-only pages: the settings with their checks, and legacy use. */
@Console('')
export class SettingsConsole {
  constructor(
    private readonly settings: SettingsInForce,
    private readonly doctor: Doctor,
    private readonly uses: LegacyUses,
  ) {}

  @Get('settings')
  @ConsolePage('adminsettingspage', 'Settings of this node, with checks')
  async page(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const checks = await this.doctor.examine(exchangeOf(request));
    return settingsPage({ by, checks, settings: this.settings.list() });
  }

  @Get('legacy-use')
  @ConsolePage('adminlegacyusepage', 'Legacy use by client', { role: 'support' })
  async legacyUse(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const after = queryIn(request, 'after');
    return legacyUsePage({ by, after, page: await this.uses.list({ after }) });
  }
}
