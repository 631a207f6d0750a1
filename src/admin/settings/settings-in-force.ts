import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { shownOf, type ShownSetting } from '../../platform/config/setting.js';
import { SETTINGS } from '../../platform/config/settings.js';

export interface SettingInForce {
  /** Name of the environment variable. */
  readonly name: string;
  /** null: not set. */
  readonly value: ShownSetting;
}

/** Lists the settings of this node without secrets, and of a URL with credentials only scheme and host. */
@Injectable()
export class SettingsInForce {
  constructor(private readonly config: AppConfig) {}

  list(): SettingInForce[] {
    return Object.entries(SETTINGS).map(([member, setting]) => ({
      name: setting.name,
      value: shownOf(setting, this.config[member as keyof typeof SETTINGS]),
    }));
  }
}
