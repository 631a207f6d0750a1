import { describe, expect, it } from '@jest/globals';
import { maySend } from './cross-site.js';
import { Exchange } from './exchange.js';
import type { ForeignSenders } from './operation.js';

type Headers = Readonly<Record<string, string>>;

const because = 'For the test.';

/** A form that was sent to this address. */
function sent(addressed: string, headers: Headers, method = 'POST'): Exchange {
  const { protocol } = new URL(addressed);
  const host = addressed.split('/')[2];
  const origin = { address: '203.0.113.9', isEncrypted: protocol === 'https:', isLoopback: false, host };
  return new Exchange(method, '/account/profile', headers, origin);
}

describe('who may send what changes something (D174)', () => {
  it.each([
    // As a browser addresses it, PUBLIC_URL, the Origin, and whether that is the server's own page.
    ['https://accounts.example', 'https://accounts.example', 'https://accounts.example', true],
    ['https://accounts.example:443', 'https://accounts.example', 'https://accounts.example', true],
    ['https://accounts.example', 'https://accounts.example', 'http://accounts.example', false],
    ['https://accounts.example', 'https://accounts.example', 'https://accounts.example:8443', false],
    ['https://accounts.example:8443', 'https://accounts.example:8443', 'https://accounts.example:8443', true],
    ['https://accounts.example:8443', 'https://accounts.example:8443', 'https://accounts.example', false],
    // A proxy ended TLS and did not say so: PUBLIC_URL knows the scheme.
    ['http://accounts.example', 'https://accounts.example', 'https://accounts.example', true],
    ['http://accounts.example', 'https://accounts.example', 'http://accounts.example', false],
    ['http://node-a:3000', 'https://accounts.example', 'https://accounts.example', true],
    // Another address of the same server.
    ['http://10.0.0.11:3000', 'https://accounts.example', 'http://10.0.0.11:3000', true],
    ['http://10.0.0.11:3000', 'https://accounts.example', 'https://10.0.0.11:3000', false],
    ['https://10.0.0.11:3000', 'https://accounts.example', 'http://10.0.0.11:3000', false],
    ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://127.0.0.1:3000', true],
    ['http://[::1]:3000', 'http://localhost:3000', 'http://[::1]:3000', true],
    ['http://127.0.0.1:3000', 'http://localhost:3000', 'http://127.0.0.1:4000', false],
    // Siblings, and what only looks alike.
    ['https://accounts.example.org', 'https://accounts.example.org', 'https://shop.example.org', false],
    ['https://accounts.example.org', 'https://accounts.example.org', 'https://example.org', false],
    ['https://accounts.example', 'https://accounts.example/hearth', 'https://accounts.example', true],
    ['https://accounts.example', 'https://accounts.example', 'https://accounts.example.evil.test', false],
    ['https://accounts.example', 'https://accounts.example', 'https://accounts.example@evil.test', false],
    ['https://accounts.example', 'https://accounts.example', 'chrome-extension://accounts.example', false],
    ['https://accounts.example', 'https://accounts.example', 'null', false],
    ['https://accounts.example', 'https://accounts.example', '', false],
  ])('%s at PUBLIC_URL %s, Origin %s: %s', (addressed, publicUrl, origin, isOwn) => {
    expect(maySend(sent(addressed, { origin }), null, publicUrl)).toBe(isOwn);
  });

  it('Fetch Metadata counts before the Origin, which a page can hide', () => {
    const at = (headers: Headers) => maySend(sent('https://a.example', headers), null, 'https://a.example');
    expect(at({ 'sec-fetch-site': 'same-origin', origin: 'null' })).toBe(true);
    for (const site of ['same-site', 'cross-site', '', 'SAME-ORIGIN', 'none, cross-site'])
      expect([site, at({ 'sec-fetch-site': site, origin: 'https://a.example' })]).toEqual([site, false]);
  });

  it.each<[ForeignSenders['allows'], Headers, string, boolean]>([
    ['anything', { 'sec-fetch-site': 'cross-site' }, 'POST', true],
    ['a plain form', { origin: 'https://evil.example' }, 'POST', true],
    ['a plain form', { origin: 'https://evil.example' }, 'GET', false],
    ['a plain form', { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'cors' }, 'POST', false],
    ['an unnamed origin', { origin: 'null' }, 'POST', true],
    ['an unnamed origin', { origin: 'null', 'sec-fetch-site': 'same-site' }, 'POST', false],
    ['an unnamed origin', { origin: 'https://evil.example' }, 'POST', false],
  ])('an exception for %s, with %j by %s: %s', (allows, headers, method, isTaken) => {
    const exchange = sent('https://a.example', headers, method);
    expect(maySend(exchange, { allows, because }, 'https://a.example')).toBe(isTaken);
  });
});
