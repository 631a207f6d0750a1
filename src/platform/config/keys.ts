import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { jsonIn } from '../checks/sound-json.js';
import { randomSecret } from '../security/secrets.js';
import { makeDataFolder } from './data-folder.js';
import { readMasterKeys } from './parsed-settings.js';
import { SettingsError } from './settings-error.js';

const KEY_FILE = 'keys.json';

/**
 * MASTER_KEY outside production, where none is given: made at the first start, and stored in `DATA_DIR/keys.json`, mode 0600.
 * @throws SettingsError
 */
export function keptMasterKeys(dataDir: string): readonly Buffer[] {
  const path = join(dataDir, KEY_FILE);
  if (!existsSync(path)) {
    makeDataFolder(dataDir);
    const made = { MASTER_KEY: randomSecret() };
    writeFileSync(path, `${JSON.stringify(made, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return readMasterKeys(made.MASTER_KEY);
  }
  chmodSync(path, 0o600);
  const { MASTER_KEY } = (jsonIn(readFileSync(path, 'utf8')) ?? {}) as { MASTER_KEY?: unknown };
  if (typeof MASTER_KEY === 'string') return readMasterKeys(MASTER_KEY);
  throw new SettingsError(`${path} does not hold MASTER_KEY as JSON; restore it, or set MASTER_KEY`);
}
