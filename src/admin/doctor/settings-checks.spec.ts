import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../platform/config/load-config.js';
import { checkSettings } from './settings-checks.js';

const KEYS = { MASTER_KEY: Buffer.alloc(32, 7).toString('base64'), SESSION_SECRET: 's'.repeat(32) };
const HTTPS = 'https://accounts.example';

describe('what the doctor says of the settings', () => {
  const found = (name: string, settings: Record<string, string>) =>
    checkSettings(loadConfig({ ...KEYS, ...settings }), new Date()).find((check) => check.name === name)
      ?.result;

  it.each([
    [{}, 'warning'], // to try it out on one machine
    [{ PUBLIC_URL: 'http://localhost:3000' }, 'warning'],
    [{ NODE_ENV: 'production', PUBLIC_URL: 'http://localhost:3000' }, 'problem'],
    [{ PUBLIC_URL: 'http://accounts.example' }, 'problem'],
    [{ PUBLIC_URL: HTTPS }, 'problem'], // where would it end?
    [{ PUBLIC_URL: 'https://localhost:3000' }, 'problem'],
    [{ NODE_ENV: 'production', PUBLIC_URL: HTTPS }, 'problem'],
    [{ NODE_ENV: 'production', PUBLIC_URL: HTTPS, TRUST_PROXY: '10.0.0.1' }, 'ok'],
  ] as [Record<string, string>, string][])('missing TLS is never well: %j is a %s', (settings, result) => {
    expect(found('TLS', settings)).toBe(result);
  });

  it.each([
    [{}, 'none may come'],
    [{ UNREGISTERED_CLIENTS: 'on' }, 'may come from any host'],
    [{ UNREGISTERED_CLIENTS: 'b.example, a.example:8443' }, 'may come from b.example, a.example:8443'],
  ] as [Record<string, string>, string][])('unregistered applications, with %j: %s', (settings, detail) => {
    const checks = checkSettings(loadConfig({ ...KEYS, ...settings }), new Date());
    expect(checks).toContainEqual(expect.objectContaining({ name: 'unregistered applications', detail }));
  });

  it.each([{}, { HOST: '0.0.0.0' }, { METRICS_TOKEN: 'prometheus-reads-this' }] as Record<string, string>[])(
    'metrics are nobody else’s, however it listens: %j',
    (settings) => {
      expect(found('metrics', settings)).toBe('ok');
    },
  );
});
