import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomSecret } from '../security/secrets.js';
import { makeDataFolder } from './data-folder.js';
import { readMasterKeys, readSessionSecrets } from './parsed-settings.js';
import { SettingsError } from './settings-error.js';

const KEY_FILE = 'keys.json';

interface Keys {
  readonly masterKeys: readonly Buffer[];
  readonly sessionSecrets: readonly string[];
}

interface KeySettings {
  readonly masterKeys: readonly Buffer[] | null;
  readonly sessionSecrets: readonly string[] | null;
  readonly dataDir: string;
}

/**
 * MASTER_KEY and SESSION_SECRET, newest first. Outside production, missing ones are generated at the first start and
 * stored in `DATA_DIR/keys.json`, mode 0600.
 * @throws SettingsError
 */
export function readKeys({ masterKeys, sessionSecrets, dataDir }: KeySettings): Keys {
  if (masterKeys && sessionSecrets) return { masterKeys, sessionSecrets };
  const kept = keptKeys(dataDir);
  return {
    masterKeys: masterKeys ?? readMasterKeys(kept.MASTER_KEY),
    sessionSecrets: sessionSecrets ?? readSessionSecrets(kept.SESSION_SECRET),
  };
}

function keptKeys(dataDir: string): { MASTER_KEY: string; SESSION_SECRET: string } {
  const path = join(dataDir, KEY_FILE);
  if (!existsSync(path)) {
    makeDataFolder(dataDir);
    const keys = { MASTER_KEY: randomSecret(), SESSION_SECRET: randomSecret() };
    writeFileSync(path, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    return keys;
  }
  chmodSync(path, 0o600);
  const kept = parsed(readFileSync(path, 'utf8')) as {
    MASTER_KEY?: unknown;
    SESSION_SECRET?: unknown;
  } | null;
  const { MASTER_KEY, SESSION_SECRET } = kept ?? {};
  if (typeof MASTER_KEY === 'string' && typeof SESSION_SECRET === 'string')
    return { MASTER_KEY, SESSION_SECRET };
  throw new SettingsError(
    `${path} does not hold both keys as JSON; restore it, or set MASTER_KEY and SESSION_SECRET`,
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
