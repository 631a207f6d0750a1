import { existsSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { parseEnv } from 'node:util';
import { isLoopback, parseUrl } from '../checks/address.js';
import { checkSync } from '../checks/check.js';
import { AppConfig } from './app-config.js';
import { keptMasterKeys } from './keys.js';
import { readTls } from './parsed-settings.js';
import { rulesOf, valuesOf, type ValuesOf } from './setting.js';
import { SettingsError } from './settings-error.js';
import { typedText } from './typed-text.js';
import { SETTING_NAMES, SETTINGS } from './settings.js';

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
