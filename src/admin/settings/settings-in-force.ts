import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import { shownOf, type Shown } from '../../platform/config/setting.js';
import { SETTINGS } from '../../platform/config/settings.js';

export interface Setting {
  /** In the environment. */
  readonly name: string;
  /** null: not set. */
  readonly value: Shown;
}

/** The settings of this node without secrets; of a URL with credentials, only the scheme and host. */
@Injectable()
export class SettingsInForce {
  constructor(private readonly config: AppConfig) {}

  list(): Setting[] {
    return Object.entries(SETTINGS).map(([member, setting]) => ({
      name: setting.name,
      value: shownOf(setting, this.config[member as keyof typeof SETTINGS]),
    }));
  }
}
