import { describe, expect, it } from '@jest/globals';
import { shownOf, type Setting } from './setting.js';
import { SettingsError } from './settings-error.js';
import { SETTINGS } from './settings.js';
import { loadConfig } from './load-config.js';

const SETTING_OF: Readonly<Record<string, Setting>> = Object.fromEntries(
  Object.values(SETTINGS).map((setting) => [setting.name, setting]),
);
const MAY_BE_SECRET = Object.keys(SETTING_OF).filter(
  (name) =>
    /KEY|SECRET$|TOKEN$|PASS|URL$/.test(name) &&
    !name.endsWith('_FILE') && // where a file lies
    !name.startsWith('PASSKEY_'), // which domains passkeys are for
);

describe('what is shown of settings', () => {
  it('is whether a key, secret or token is set, and of a URL where it leads', () => {
    const config = loadConfig({
      MASTER_KEY: `${'ab'.repeat(32)},${'cd'.repeat(32)}`,
      SESSION_SECRET: 's'.repeat(32),
      DATABASE_URL: 'postgres://hearth:topsecret@db:5432/hearth',
      TRUST_PROXY: '10.0.0.0/8,::1',
      AUDIT_RETENTION: 'token=7',
    });
    const shown = Object.entries(SETTINGS).map(([member, setting]) => [
      setting.name,
      shownOf(setting, config[member as keyof typeof SETTINGS]),
    ]);
    expect(Object.fromEntries(shown)).toMatchObject({
      NODE_ENV: 'development',
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: 'postgres://db:5432',
      BOOTSTRAP_FILE: null,
      MASTER_KEY: '2 set, the newest first',
      SESSION_SECRET: 'set',
      TLS_KEY: 'not set',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      ALLOW_INSECURE_HTTP: false,
      JWKS_INSIDE_NETWORKS: null,
      AUDIT_RETENTION: 'signin=90, token=7, consent=365, account=365, provisioning=730, administration=730',
      METRICS_TOKEN: 'not set',
    });
  });

  it('is the address of this server as it is', () => {
    expect(shownOf(SETTING_OF.PUBLIC_URL, 'https://accounts.example')).toBe('https://accounts.example');
  });

  it.each([
    ['postgresql:///hearth?host=/var/run/postgresql', 'postgresql://'],
    ['socket:/var/run/postgresql?db=hearth', 'socket://'],
    ['postgres://hearth:topsecret@%2Fvar%2Frun/hearth', 'postgres://%2Fvar%2Frun'],
    ['postgres://hearth:topsecret@a:5432,b/hearth?target_session_attrs=read-write', 'postgres://a:5432,b'],
    ['postgres://hearth:top/secret@a:5432,b/hearth', 'set'],
    ['no URL with a topsecret', 'set'],
  ])('is %s as %s: no address of a database can break the page', (url, shown) => {
    expect(shownOf(SETTING_OF.DATABASE_URL, url)).toBe(shown);
  });

  it.each(MAY_BE_SECRET.filter((name) => name !== 'PUBLIC_URL'))('is nothing secret of %s', (name) => {
    const secret = name.endsWith('URL') ? 'https://topsecret@host/topsecret?topsecret' : 'topsecret';
    expect(String(shownOf(SETTING_OF[name], secret))).not.toContain('topsecret');
    expect(String(shownOf(SETTING_OF[name], [secret, secret]))).not.toContain('topsecret');
  });
});

describe('a value of the wrong form', () => {
  const withForm = Object.values<Setting>(SETTINGS).filter(({ must }) => must !== undefined);

  it('is asked for in one sentence, by every setting that takes not just any text', () => {
    expect(withForm.length).toBeGreaterThan(30);
    expect(SETTING_OF.PORT.must).toBe('must be a whole number from 1 to 65535');
    expect(SETTING_OF.LOG_LEVEL.must).toBe('must be one of fatal, error, warn, info, debug, trace, silent');
    expect(SETTING_OF.METRICS_TOKEN.must).toBe('must have at least 16 characters');
    expect(SETTING_OF.SMTP_URL.must).toBe(
      'must be a URL that begins with smtp:// or smtps://, such as smtp://mail.example:587',
    );
  });

  it.each(withForm)('of $name is refused: it $must', ({ name, must }) => {
    expect(() => loadConfig({ [name]: 'x y' })).toThrow(new SettingsError(`${name} ${must}`));
  });
});
