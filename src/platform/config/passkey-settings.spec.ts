import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './load-config.js';

const load = (settings: Record<string, string>) => loadConfig({ NODE_ENV: 'test', ...settings });

describe('the settings of passkeys', () => {
  it('are empty unless they are given', () => {
    const { passkeyRpId, passkeyOrigins } = load({});
    expect([passkeyRpId, passkeyOrigins]).toEqual([null, []]);
  });

  it('take a domain, and origins of sites and of applications', () => {
    const application = `android:apk-key-hash:${'k'.repeat(43)}`;
    const { passkeyRpId, passkeyOrigins } = load({
      PASSKEY_RP_ID: 'accounts.example',
      PASSKEY_ORIGINS: `https://a.example, https://b.example:8443,${application}`,
    });
    expect(passkeyRpId).toBe('accounts.example');
    expect(passkeyOrigins).toEqual(['https://a.example', 'https://b.example:8443', application]);
  });

  it.each([
    'https://accounts.example',
    '127.0.0.1',
    '[::1]',
    'a..b',
    '-a.example',
    'A.example',
    'a.example/',
    'x y',
  ])('refuse the domain %s', (id) => {
    expect(() => load({ PASSKEY_RP_ID: id })).toThrow('PASSKEY_RP_ID must be a domain');
  });

  it.each([
    'a.example',
    'https://a.example/',
    'https://a.example/x',
    'ftp://a.example',
    'android:apk-key-hash:x',
  ])('refuse the origin %s', (origin) => {
    expect(() => load({ PASSKEY_ORIGINS: `https://ok.example,${origin}` })).toThrow(
      'PASSKEY_ORIGINS must list',
    );
  });
});
