import { existsSync, readFileSync, chmodSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { parseEnv } from 'node:util';
import { isLoopback, parseUrl } from '../checks/address.js';
import { checkSync } from '../checks/check.js';
import { AppConfig } from './app-config.js';
import { readTls, readMasterKeys } from './parsed-settings.js';
import { rulesOf, valuesOf, type ValuesOf } from './setting.js';
import { typedText } from './typed-text.js';
import { SETTING_NAMES, SETTINGS } from './settings.js';
import { join } from 'node:path';
import { jsonIn } from '../checks/sound-json.js';
import { randomSecret } from '../security/secrets.js';
import { makeDataFolder } from './data-folder.js';
import { SettingsError } from './settings-error.js';

const Environment = rulesOf(SETTINGS);

/**
 * Reads the environment, which takes precedence over the `.env` file of the working directory.
 * @throws SettingsError naming every malformed setting
 */
export function loadConfig(variables: NodeJS.ProcessEnv = withEnvFile(process.env)): AppConfig {
  const settings = settingsFrom(variables);
  const { environment, host, port } = settings;
  const tls = readTls(settings.tlsCert, settings.tlsKey);
  const here = `${tls ? 'https' : 'http'}://${urlHost(host)}:${port}`;
  const own = parseUrl(here);
  if (!own) throw new SettingsError(`HOST must be an address or a name of this machine; "${host}" is none`);
  const publicUrl = settings.publicUrl ?? own.origin;
  return new AppConfig({
    ...settings,
    masterKeys: settings.masterKeys ?? keptMasterKeys(settings.dataDir),
    tls,
    adminSecondFactor: settings.adminSecondFactor ?? (environment === 'production' ? 'required' : 'optional'),
    nodeName: settings.nodeName ?? `${hostname()}:${port}`,
    publicUrl,
    localUrl: !tls && isLoopback(own) ? here : publicUrl,
  });
}

function withEnvFile(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (!existsSync('.env')) return variables;
  return { ...parseEnv(typedText(readFileSync('.env'))), ...variables };
}

function settingsFrom(variables: NodeJS.ProcessEnv): ValuesOf<typeof SETTINGS> {
  // An empty variable counts as not set: `PORT= npm start` and `PORT=` in .env mean the default.
  const given = SETTING_NAMES.flatMap((name) => (variables[name] ? [[name, variables[name]] as const] : []));
  const checked = checkSync(Environment, Object.fromEntries(given));
  if ('problems' in checked)
    throw new SettingsError(checked.problems.map(({ field, message }) => `${field} ${message}`).join('\n'));
  return valuesOf(SETTINGS, checked.value);
}

function urlHost(host: string): string {
  if (['0.0.0.0', '::', '127.0.0.1'].includes(host)) return 'localhost';
  return isIP(host) === 6 ? `[${host.replace(/%.*/, '')}]` : host; // a URL has no zone
}

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
