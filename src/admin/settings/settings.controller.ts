import { Get, Query } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { ApiProperty } from '@nestjs/swagger';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import type { ListPage } from '../shell/paging.js';
import { LegacyUses } from './legacy-use.service.js';
import { LegacyUsePage, LegacyUseQuery, type LegacyUseView } from './legacy-use.view.js';
import { SettingsInForce, type SettingInForce } from './settings-in-force.js';
import { itemsOf } from '../shell/views.js';

/** The parsed value; null: not set. */
const SHOWN = [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }];

class SettingView {
  @ApiProperty({ example: 'BCRYPT_COST' })
  name!: string;

  @ApiProperty({ oneOf: SHOWN, description: 'For a secret: "set" or "not set".' })
  value!: SettingInForce['value'];
}

class SettingsView extends itemsOf(SettingView) {}

/** What is only read: the settings, and legacy use. */
@AdminApi('')
export class SettingsController {
  constructor(
    private readonly settings: SettingsInForce,
    private readonly uses: LegacyUses,
  ) {}

  @Get('settings')
  @AdminRoute('adminsettinglist', 'The settings of the node that answers, without secrets', {
    answers: SettingsView,
  })
  list(): SettingsView {
    return { items: this.settings.list() };
  }

  @Get('legacy-use')
  @AdminRoute(
    'adminlegacyuselist',
    'Lists clients that still use what the strict profile refuses, and when they last did',
    { role: 'support', answers: LegacyUsePage },
  )
  legacyUse(@Query() query: LegacyUseQuery): Promise<ListPage<LegacyUseView>> {
    return this.uses.list(query);
  }
}
