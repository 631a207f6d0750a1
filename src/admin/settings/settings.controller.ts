import { Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { AdminApi, AdminRoute } from '../../contract/declare-admin.js';
import { SettingsInForce, type Setting } from './settings-in-force.js';

class SettingView {
  @ApiProperty({ example: 'BCRYPT_COST' })
  name!: string;

  @ApiProperty({ type: Object, nullable: true, description: 'Of a secret: "set" or "not set".' })
  value!: Setting['value'];
}

class SettingsView {
  @ApiProperty({ type: [SettingView] })
  items!: SettingView[];
}

@AdminApi('settings')
export class SettingsController {
  constructor(private readonly settings: SettingsInForce) {}

  @Get()
  @AdminRoute('adminsettinglist', 'The settings in force on the node that answers, without secrets', {
    answers: SettingsView,
  })
  list(): SettingsView {
    return { items: this.settings.list() };
  }
}
