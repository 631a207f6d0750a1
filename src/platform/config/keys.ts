import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { randomSecret } from '../security/secrets.js';
import { makeDataFolder } from './data-folder.js';
import type { Environment } from './environment.js';
import { SettingsError } from './settings-error.js';

const KEY_FILE = 'keys.json';
const KEY_BYTES = 32;
const MIN_SECRET_LENGTH = 32;

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
    masterKeys: listed('MASTER_KEY', env.MASTER_KEY ?? kept?.MASTER_KEY).map(parseMasterKey),
    sessionSecrets: listed('SESSION_SECRET', env.SESSION_SECRET ?? kept?.SESSION_SECRET).map(
      checkSessionSecret,
    ),
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

function listed(name: string, text = ''): string[] {
  const entries = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  if (entries.length === 0) throw new SettingsError(`${name} must hold at least one key`);
  return entries;
}

function parseMasterKey(text: string): Buffer {
  const isHex = /^[0-9a-f]{64}$/i.test(text);
  const key = isHex ? Buffer.from(text, 'hex') : Buffer.from(text, 'base64');
  const isWellFormed = isHex || /^[\w+/-]{43}=?$/.test(text);
  if (!isWellFormed || key.length !== KEY_BYTES) {
    throw new SettingsError(
      'MASTER_KEY must be 32 bytes in base64 or hex (several: separated by commas, newest first)',
    );
  }
  return key;
}

function checkSessionSecret(text: string): string {
  if (text.length < MIN_SECRET_LENGTH) {
    throw new SettingsError(`SESSION_SECRET must have at least ${MIN_SECRET_LENGTH} characters`);
  }
  return text;
}
