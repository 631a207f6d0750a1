import { describe, expect, it } from '@jest/globals';
import { allowedRedirectUri } from './redirect-uri.js';

type Row = [what: string, registered: string[], requested: string, expected: boolean];

const origin = ['https://app.example'];
const callback = ['https://app.example/cb'];
const loopback = ['http://127.0.0.1/cb'];

describe('redirect_uri that some program reads as another one (D56)', () => {
  it.each<Row>([
    ['a dot segment', origin, 'https://app.example/a/../b', false],
    ['a dot segment that leads there', callback, 'https://app.example/x/../cb', false],
    ['a dot segment out', callback, 'https://app.example/cb/../evil', false],
    ['encoded dots', callback, 'https://app.example/cb/%2e%2E/evil', false],
    ['an encoded dot in a name', callback, 'https://app.example/cb/a%2ehtml', false],
    ['doubly encoded dots', callback, 'https://app.example/cb/%252e%252e/evil', false],
    [
      'dots whose second encoding is encoded',
      callback,
      'https://app.example/cb/%25%32%65%25%32%65/evil',
      false,
    ],
    ['a dot of which one digit is encoded', callback, 'https://app.example/cb/%252%65%252%65/evil', false],
    [
      'a dot of which the percent sign and a digit are',
      callback,
      'https://app.example/cb/%25%32e/evil',
      false,
    ],
    ['overlong dots of three bytes', callback, 'https://app.example/cb/%e0%80%ae%E0%80%AE/evil', false],
    ['overlong dots of four bytes', callback, 'https://app.example/cb/%f0%80%80%ae/evil', false],
    ['overlong dots, encoded twice', callback, 'https://app.example/cb/%25e0%2580%25ae/evil', false],
    [
      'other letters in UTF-8',
      callback,
      'https://app.example/cb/%e0%a4%85/%f0%9f%8f%a0/%c3%bc/a%20b%7e%2d',
      true,
    ],
    ['a dot and a semicolon', callback, 'https://app.example/cb/.;/evil', false],
    ['a percent sign at the end', callback, 'https://app.example/cb/%', false],
    ['a host with an ideographic full stop', callback, 'https://app\u3002example/cb', false],
    ['a host with a soft hyphen', callback, 'https://app.exam\u00adple/cb', false],
    ['a port with a zero before it', callback, 'https://app.example:0443/cb', false],
    ['a port that is none', loopback, 'http://127.0.0.1:65536/cb', false],
    ['loopback inside IPv6', loopback, 'http://[::ffff:127.0.0.1]:4000/cb', false],
    ['loopback, shortened', loopback, 'http://127.1:4000/cb', false],
    ['an application’s scheme without a slash', ['com.example.app:/cb'], 'com.example.app:cb', false],
    ['an application’s scheme with three', ['com.example.app:/cb'], 'com.example.app:///cb', false],
    ['an application’s scheme and dots', ['com.example.app:/cb'], 'com.example.app:/cb/../x', false],
    ['overlong dots', callback, 'https://app.example/cb/%c0%ae%C0%AE/evil', false],
    ['dots as %u002e', callback, 'https://app.example/cb/%u002e%u002e/evil', false],
    ['an encoded slash as the boundary', callback, 'https://app.example/cb%2Fx', false],
    ['a doubly encoded slash', callback, 'https://app.example/cb/x%252Fy', false],
    ['a doubly encoded backslash', callback, 'https://app.example/cb/x%255cy', false],
    ['a backslash', callback, 'https://app.example/cb\\..\\evil', false],
    ['a backslash in the query', callback, 'https://app.example/cb?a\\b', false],
    ['dots and a semicolon', callback, 'https://app.example/cb/..;/evil', false],
    ['dots and an encoded semicolon', callback, 'https://app.example/cb/..%3b/evil', false],
    ['an empty segment with a semicolon', origin, 'https://app.example/;/evil.test', false],
    ['an encoded line feed', callback, 'https://app.example/cb/x%0d%0aSet-Cookie:a', false],
    ['two slashes at the start', origin, 'https://app.example//evil.test', false],
    ['two slashes at the boundary', callback, 'https://app.example/cb//evil.test', false],
    ['two slashes, registered', ['https://app.example/a//b'], 'https://app.example/a//b/c', true],
    ['more of them', ['https://app.example/a//b'], 'https://app.example/a//b//c', false],
    ['a character that is not encoded', origin, 'https://app.example/café', false],
  ])('%s: %j, %j is %j', (_what, registered, requested, expected) => {
    expect(allowedRedirectUri(requested, registered, false) !== null).toBe(expected);
  });
});
