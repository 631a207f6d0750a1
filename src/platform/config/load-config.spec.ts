import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { checkEach } from '../../../test/support/check-each.js';
import { loadConfig } from './load-config.js';
import { SettingsError } from './settings-error.js';
import { SETTING_NAMES } from './settings.js';

const HEX = 'ab'.repeat(32);
const BASE64 = Buffer.alloc(32, 7).toString('base64');
const SECRET = 's'.repeat(32);

const FOLDER = mkdtempSync(join(tmpdir(), 'hearth-config-'));
afterAll(() => rmSync(FOLDER, { recursive: true }));

let DATA_DIR: string;
beforeEach(() => {
  DATA_DIR = mkdtempSync(join(FOLDER, 'data-'));
});

const load = (variables: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR, MASTER_KEY: BASE64, SESSION_SECRET: SECRET, ...variables });

function refusalOf(variables: Record<string, string | undefined>): string {
  try {
    loadConfig({ DATA_DIR, ...variables });
  } catch (cause) {
    if (cause instanceof SettingsError) return cause.message;
    throw cause;
  }
  throw new Error('nothing was refused');
}

describe('settings (architecture §6)', () => {
  it('have the names of the architecture', () => {
    const names =
      'PORT HOST PUBLIC_URL NODE_ENV DATA_DIR DATABASE_URL BOOTSTRAP_FILE MASTER_KEY SESSION_SECRET TLS_CERT TLS_KEY ' +
      'BODY_MEMORY REQUEST_TIMEOUT MAX_CONNECTIONS MAX_CONNECTIONS_PER_ADDRESS ' +
      'TRUST_PROXY ALLOW_INSECURE_HTTP BCRYPT_COST ACCESS_TOKEN_TTL_BEARER ACCESS_TOKEN_TTL_MAC REFRESH_TOKEN_TTL ' +
      'SESSION_IDLE_TTL SMTP_URL MAIL_FROM SMS_GATEWAY_URL LOG_LEVEL METRICS_TOKEN';
    expect(SETTING_NAMES).toEqual(expect.arrayContaining(names.split(' ')));
  });

  it('have defaults that work out of the box (§8, D48, D69)', () => {
    expect(load()).toMatchObject({
      environment: 'development',
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      bootstrapFile: null,
      tls: null,
      trustedProxies: null,
      allowInsecureHttp: false,
      bcryptCost: 12,
      bearerLifetimeSeconds: 3600,
      macLifetimeSeconds: 259_200,
      refreshLifetimeSeconds: 157_680_000,
      sessionIdleSeconds: 1800,
      sessionLongestSeconds: 2_592_000,
      logLevel: 'info',
      metricsToken: null,
    });
  });

  it('take an empty variable as one that is not set', () => {
    const empty = {
      PORT: '',
      HOST: '',
      PUBLIC_URL: '',
      DATABASE_URL: '',
      TRUST_PROXY: '',
      METRICS_TOKEN: '',
    };
    expect(load(empty)).toMatchObject({
      port: 3000,
      databaseUrl: null,
      trustedProxies: null,
      metricsToken: null,
    });
  });

  it.each([
    ['PORT', '80', 'publicUrl', 'http://localhost'],
    ['HOST', 'fe80::1%eth0', 'publicUrl', 'http://[fe80::1]:3000'],
    ['PASSKEY_ORIGINS', 'https://A.bü.example:443', 'passkeyOrigins', ['https://a.xn--b-eha.example']],
    ['HOST', '0.0.0.0', 'publicUrl', 'http://localhost:3000'],
    ['HOST', '::1', 'publicUrl', 'http://[::1]:3000'],
    ['PORT', '65535', 'port', 65_535],
    ['ALLOW_INSECURE_HTTP', 'true', 'allowInsecureHttp', true],
    ['ALLOW_INSECURE_HTTP', '1', 'allowInsecureHttp', true],
    ['ALLOW_INSECURE_HTTP', 'false', 'allowInsecureHttp', false],
    ['BODY_MEMORY', '33554432', 'bodyMemoryBytes', 33_554_432],
    ['REQUEST_TIMEOUT', '30', 'requestTimeoutSeconds', 30],
    ['MAX_CONNECTIONS', '10', 'maxConnections', 10],
    ['MAX_CONNECTIONS_PER_ADDRESS', '1', 'maxConnectionsPerAddress', 1],
    ['BCRYPT_COST', '4', 'bcryptCost', 4],
    ['DATABASE_URL', 'postgres://u:p@db:5432/hearth', 'databaseUrl', 'postgres://u:p@db:5432/hearth'],
    ['SESSION_IDLE_TTL', '60', 'sessionIdleSeconds', 60],
    ['TRUST_PROXY', '2', 'trustedProxies', 2],
    ['TRUST_PROXY', '10.0.0.0/8, ::1,loopback', 'trustedProxies', ['10.0.0.0/8', '::1', 'loopback']],
    [
      'AUDIT_RETENTION',
      ' token=7, signin=30,',
      'auditRetention',
      { signin: 30, token: 7, consent: 365, account: 365, provisioning: 730, administration: 730 },
    ],
    ['TRUST_PROXY', '2001:db8::/32', 'trustedProxies', ['2001:db8::/32']],
  ])('read %s=%s', (name, value, property, expected) => {
    expect(load({ [name]: value })).toHaveProperty(property, expected);
  });

  const MALFORMED = [
    ['NODE_ENV', 'staging'],
    ['AUDIT_RETENTION', 'token'],
    ['AUDIT_RETENTION', 'tokens=7'],
    ['AUDIT_RETENTION', 'token=0'],
    ['AUDIT_RETENTION', 'token=1.5'],
    ['AUDIT_RETENTION', 'token=7=8'],
    ['AUDIT_RETENTION', 'constructor=7'],
    ['AUDIT_RETENTION', 'token=36501'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', 'http'],
    ['PUBLIC_URL', 'accounts.example'],
    ['HOST', 'two words'],
    ['DATABASE_URL', 'mysql://db/hearth'],
    ['DATABASE_URL', 'db'],
    ['DATABASE_URL', 'postgres://db/hearth?statement_timeout=0'],
    ['DATABASE_POOLER', 'statement'],
    ['DATABASE_POOLER', 'session'], // without DATABASE_URL
    ['DATABASE_LISTEN_URL', 'postgres://db/hearth'], // also without DATABASE_URL
    ['MASTER_KEY', 'short'],
    ['MASTER_KEY', `${HEX}ab`],
    ['MASTER_KEY', `${BASE64},short`],
    ['MASTER_KEY', ','],
    ['SESSION_SECRET', 'short'],
    ['SESSION_SECRET', `${SECRET},short`],
    ['SESSION_SECRET', ','],
    ['TLS_CERT', '/nowhere/cert.pem'],
    ['TLS_KEY', '/nowhere/key.pem'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '*'],
    ['TRUST_PROXY', '0'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '100'],
    ['TRUST_PROXY', 'proxy.example'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.0/0'],
    ['TRUST_PROXY', '::1/129'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['TRUST_PROXY', '64:ff9b::192.0.2.1'],
    ['JWKS_INSIDE_NETWORKS', '10.0.0.0/8,inside'],
    ['UNREGISTERED_CLIENTS', 'https://app.example'],
    ['UNREGISTERED_CLIENTS', 'app.example,bücher.example'],
    ['UNREGISTERED_CLIENTS', 'App.example'],
    ['UNREGISTERED_CLIENTS', ','],
    ['UNREGISTERED_CLIENTS', 'true'],
    ['ALLOW_INSECURE_HTTP', 'maybe'],
    ['BODY_MEMORY', '33554431'],
    ['BODY_MEMORY', '64M'],
    ['REQUEST_TIMEOUT', '0'],
    ['REQUEST_TIMEOUT', '301'],
    ['MAX_CONNECTIONS', '9'],
    ['MAX_CONNECTIONS_PER_ADDRESS', '0'],
    ['BCRYPT_COST', '3'],
    ['BCRYPT_COST', '17'],
    ['ACCESS_TOKEN_TTL_BEARER', '0'],
    ['ACCESS_TOKEN_TTL_BEARER', '1h'],
    ['ACCESS_TOKEN_TTL_MAC', '-1'],
    ['REFRESH_TOKEN_TTL', '1e99'],
    ['SESSION_IDLE_TTL', '0'],
    ['SMTP_URL', 'http://mail.example'],
    ['SMS_GATEWAY_URL', 'sms.example'],
    ['MAIL_FROM', 'x'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_TOKEN', 'short'],
  ] as const;
  it('refuse what is malformed, naming it', () => {
    const keys = { MASTER_KEY: BASE64, SESSION_SECRET: SECRET };
    checkEach(
      MALFORMED,
      ([name, value]) => `${name}=${value}`,
      ([name, value]) => expect(refusalOf({ ...keys, [name]: value })).toContain(name),
    );
  });

  it('name every malformed one in one message', () => {
    const message = refusalOf({ PORT: 'x', LOG_LEVEL: 'loud', BCRYPT_COST: '99' });
    for (const name of ['PORT', 'LOG_LEVEL', 'BCRYPT_COST']) expect(message).toContain(name);
  });

  it('name those that depend on others or have a form of their own together with the rest', () => {
    const message = refusalOf({
      NODE_ENV: 'production',
      PORT: 'x',
      TLS_KEY: 'x.pem',
      TRUST_PROXY: 'true',
      MASTER_KEY: 'short',
      AUDIT_RETENTION: 'all=1',
    });
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual([
      ...['PORT', 'PUBLIC_URL', 'MASTER_KEY', 'SESSION_SECRET', 'TLS_KEY', 'TRUST_PROXY', 'AUDIT_RETENTION'],
    ]);
  });

  it('ask for DATABASE_LISTEN_URL where nobody can listen through the pooler (D228)', () => {
    const pooled = { DATABASE_URL: 'postgres://pooler/hearth', DATABASE_POOLER: 'transaction' };
    expect(refusalOf(pooled)).toContain('DATABASE_LISTEN_URL');
    expect(load({ ...pooled, DATABASE_LISTEN_URL: 'postgres://db/hearth' })).toMatchObject({
      databasePooler: 'transaction',
      preparedStatements: null,
    });
  });

  it('never repeat a key in the message', () => {
    expect(refusalOf({ MASTER_KEY: 'topsecret' })).not.toContain('topsecret');
    expect(refusalOf({ MASTER_KEY: BASE64, SESSION_SECRET: 'topsecret' })).not.toContain('topsecret');
    expect(refusalOf({ METRICS_TOKEN: 'topsecret' })).not.toContain('topsecret');
  });

  it('ask for TLS_CERT and TLS_KEY together, and for PEM in both', () => {
    const pem = join(DATA_DIR, 'x.pem');
    writeFileSync(pem, 'no certificate');
    expect(refusalOf({ TLS_CERT: pem })).toContain('TLS_KEY');
    expect(refusalOf({ TLS_KEY: pem })).toContain('TLS_CERT');
    expect(refusalOf({ TLS_CERT: pem, TLS_KEY: pem })).toMatch(/TLS_CERT.*TLS_KEY.*PEM/);
  });
});

describe('keys (D46, architecture §6)', () => {
  it.each([
    ['hex', HEX, Buffer.alloc(32, 0xab)],
    ['base64', BASE64, Buffer.alloc(32, 7)],
    ['base64 without padding', BASE64.slice(0, -1), Buffer.alloc(32, 7)],
    ['base64url', Buffer.alloc(32, 0xfb).toString('base64url'), Buffer.alloc(32, 0xfb)],
  ])('are read from %s', (_form, text, key) => {
    expect(load({ MASTER_KEY: text }).masterKeys).toEqual([key]);
  });

  it('may be several, newest first', () => {
    const { masterKeys, sessionSecrets } = load({
      MASTER_KEY: `${HEX}, ${BASE64}`,
      SESSION_SECRET: `${SECRET},${SECRET}2`,
    });
    expect(masterKeys).toEqual([Buffer.alloc(32, 0xab), Buffer.alloc(32, 7)]);
    expect(sessionSecrets).toEqual([SECRET, `${SECRET}2`]);
  });

  it.each([
    [{}, ['PUBLIC_URL', 'MASTER_KEY', 'SESSION_SECRET']],
    [{ MASTER_KEY: BASE64 }, ['PUBLIC_URL', 'SESSION_SECRET']],
    [{ PUBLIC_URL: 'https://accounts.example', SESSION_SECRET: SECRET }, ['MASTER_KEY']],
    [{ MASTER_KEY: BASE64, SESSION_SECRET: SECRET, PUBLIC_URL: '' }, ['PUBLIC_URL']],
  ])('must be given in production, PUBLIC_URL too: with %j the message names %j', (given, missing) => {
    const lines = refusalOf({ NODE_ENV: 'production', ...given }).split('\n');
    expect(lines.map((line) => line.split(' must be set in production: ')[0])).toEqual(missing);
  });

  it.each([
    [{}, 'http://localhost:3000'],
    [{ HOST: '0.0.0.0', PORT: '80', PUBLIC_URL: 'https://accounts.example' }, 'http://localhost:80'],
    [{ HOST: '::1', PUBLIC_URL: 'https://accounts.example' }, 'http://[::1]:3000'],
    [{ HOST: '10.0.0.11', PUBLIC_URL: 'https://accounts.example' }, 'https://accounts.example'],
  ])('%j: a program on this machine goes to %s', (given, localUrl) => {
    expect(load(given).localUrl).toBe(localUrl);
  });

  it('are made on the first start outside production, kept with mode 0600 and found again', () => {
    const first = loadConfig({ DATA_DIR });
    const file = join(DATA_DIR, 'keys.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    const second = loadConfig({ DATA_DIR });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(second.masterKeys).toEqual(first.masterKeys);
    expect(first.sessionSecrets).toBeNull(); // the database has one (D375)
    expect(first.masterKeys[0]).toHaveLength(32);
  });

  it('are different in each data folder', () => {
    const other = mkdtempSync(join(FOLDER, 'data-'));
    expect(loadConfig({ DATA_DIR }).masterKeys).not.toEqual(loadConfig({ DATA_DIR: other }).masterKeys);
  });

  it.each(['', '{', '{}', '[]', 'null', '{"MASTER_KEY":1}', '{"MASTER_KEY":"","SESSION_SECRET":""}'])(
    'stop the start with a readable message when their file holds %j',
    (content) => {
      writeFileSync(join(DATA_DIR, 'keys.json'), content);
      expect(refusalOf({})).toMatch(/keys\.json|MASTER_KEY/);
    },
  );
});
