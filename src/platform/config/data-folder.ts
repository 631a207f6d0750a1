import { mkdirSync } from 'node:fs';
import { SettingsError } from './settings-error.js';

/** Creates the folder of DATA_DIR if it is missing, accessible to its owner only. @throws SettingsError */
export function makeDataFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw new SettingsError(
      `DATA_DIR ${path} must be a folder that can be created and written to: ${(cause as Error).message}`,
    );
  }
}
