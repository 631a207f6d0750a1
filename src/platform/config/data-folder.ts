import { mkdirSync } from 'node:fs';
import { SettingsError } from './settings-error.js';

/** Makes the folder of DATA_DIR where it is missing, for its owner alone. @throws SettingsError */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new SettingsError(
      `DATA_DIR ${path} must be a folder that can be made and written to: ${(cause as Error).message}`,
    );
  }
}
