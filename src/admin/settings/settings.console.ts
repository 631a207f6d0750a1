import { Get, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Console, ConsolePage } from '../../platform/operations/declare-admin.js';
import { CurrentAdministrator, type Administrator } from '../shell/access/administrator.js';
import { queryIn } from '../shell/console/sent-form.js';
import { LegacyUses } from '../legacy-use/legacy-uses.js';
import { SettingsInForce } from './settings-in-force.js';
import { legacyUsePage, settingsPage } from './settings.page.js';

/** Read-only pages: the settings, and legacy use. */
@Console('')
export class SettingsConsole {
  constructor(
    private readonly settings: SettingsInForce,
    private readonly uses: LegacyUses,
  ) {}

  @Get('settings')
  @ConsolePage('adminsettingspage', 'Settings of this node')
  page(@CurrentAdministrator() by: Administrator): string {
    return settingsPage({ by, settings: this.settings.list() });
  }

  @Get('legacy-use')
  @ConsolePage('adminlegacyusepage', 'Legacy use by client', { role: 'support' })
  async legacyUse(@CurrentAdministrator() by: Administrator, @Req() request: Request): Promise<string> {
    const after = queryIn(request, 'after');
    return legacyUsePage({ by, after, page: await this.uses.list({ after }) });
  }
}
