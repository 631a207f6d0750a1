import { Get } from '@nestjs/common';
import { Console } from '../../platform/operations/controllers.js';
import { ConsolePage } from '../../platform/operations/declare-admin.js';
import { html, type Shown } from '../../platform/operations/shown.js';
import { AtConsole, type ConsoleVisit } from '../shell/access/administrator.js';
import { queryIn } from '../shell/console/sent-form.js';
import { LegacyUses } from './legacy-use.service.js';
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
  page(@AtConsole() { by }: ConsoleVisit): Shown {
    return html(settingsPage({ by, settings: this.settings.list() }));
  }

  @Get('legacy-use')
  @ConsolePage('adminlegacyusepage', 'Legacy use by client', { role: 'support' })
  async legacyUse(@AtConsole() visit: ConsoleVisit): Promise<Shown> {
    const after = queryIn(visit, 'after');
    return html(legacyUsePage({ by: visit.by, after, page: await this.uses.list({ after }) }));
  }
}
