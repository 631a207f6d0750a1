import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomSecret } from '../security/secrets.js';
import { makeDataFolder } from './data-folder.js';
import type { Environment } from './environment.js';
import { readMasterKeys, readSessionSecrets } from './parsed-settings.js';
import { SettingsError } from './settings-error.js';

const KEY_FILE = 'keys.json';

interface Keys {
  readonly masterKeys: Buffer[];
  readonly sessionSecrets: string[];
}

/**
 * MASTER_KEY and SESSION_SECRET: one or more each, separated by commas, newest first. Outside production missing
 * ones are made on the first start and kept in `DATA_DIR/keys.json`, mode 0600.
 * @throws SettingsError
 */
export function readKeys(env: Environment): Keys {
  const kept = env.MASTER_KEY && env.SESSION_SECRET ? null : keptKeys(env.DATA_DIR);
  return {
    masterKeys: readMasterKeys(env.MASTER_KEY ?? kept?.MASTER_KEY),
    sessionSecrets: readSessionSecrets(env.SESSION_SECRET ?? kept?.SESSION_SECRET),
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
