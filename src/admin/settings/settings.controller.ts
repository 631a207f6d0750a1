import { Get } from '@nestjs/common';
import { AdminApi } from '../../platform/operations/controllers.js';
import { ApiProperty } from '@nestjs/swagger';
import { AdminRoute } from '../../platform/operations/declare-admin.js';
import { SettingsInForce, type SettingInForce } from './settings-in-force.js';

/** The parsed value; null: not set. */
const SHOWN = [{ type: 'string', nullable: true }, { type: 'number' }, { type: 'boolean' }];

class SettingView {
  @ApiProperty({ example: 'BCRYPT_COST' })
  name!: string;

  @ApiProperty({ oneOf: SHOWN, description: 'For a secret: "set" or "not set".' })
  value!: SettingInForce['value'];
}

class SettingsView {
  @ApiProperty({ type: [SettingView] })
  items!: SettingView[];
}

@AdminApi('settings')
export class SettingsController {
  constructor(private readonly settings: SettingsInForce) {}

  @Get()
  @AdminRoute('adminsettinglist', 'The settings of the node that answers, without secrets', {
    answers: SettingsView,
  })
  list(): SettingsView {
    return { items: this.settings.list() };
  }
}
