import { describe, expect, it } from '@jest/globals';
import { allowedRedirectUri } from './redirect-uri.js';

type Row = [what: string, registered: string[], requested: string, expected: boolean];

const isAllowed = (...asked: Parameters<typeof allowedRedirectUri>): boolean =>
  allowedRedirectUri(...asked) !== null;

const callback = ['https://app.example/cb'];
const native = ['com.example.app://cb/path'];
const punycode = ['https://xn--bcher-kva.example/cb'];
const loopback = ['http://127.0.0.1/cb'];

describe('redirect_uri of a strict client (D68)', () => {
  it.each<Row>([
    ['the registered URL', callback, 'https://app.example/cb', true],
    ['one of several', ['https://b.example/', ...callback], 'https://app.example/cb', true],
    ['a query more', callback, 'https://app.example/cb?x', false],
    ['a path below', callback, 'https://app.example/cb/x', false],
    ['the default port', callback, 'https://app.example:443/cb', false],
    ['a registered fragment', ['https://app.example/cb#x'], 'https://app.example/cb#x', false],
    ['a registered encoded slash', ['https://app.example/a%2fb'], 'https://app.example/a%2fb', false],
    ['registered javascript', ['javascript://app.example/'], 'javascript://app.example/', false],
    ['registered odd IPv4', ['http://0x7f.1/cb'], 'http://0x7f.1/cb', false],
    ['a custom scheme, path below', native, 'com.example.app://cb/path/x', false],
    ['loopback, other port', loopback, 'http://127.0.0.1:51004/cb', true],
    ['localhost, port left out', ['http://localhost:4000'], 'http://localhost', true],
    ['IPv6 loopback', ['http://[::1]:4000/cb'], 'http://[::1]:51004/cb', true],
    ['loopback by https', ['https://localhost/cb'], 'https://localhost:4000/cb', false],
    ['another port elsewhere', ['http://app.example/cb'], 'http://app.example:81/cb', false],
    ['localhost as userinfo', ['http://localhost'], 'http://localhost:80@evil.test', false],
    ['row 4: an application’s own scheme', ['com.example.app:/cb'], 'com.example.app:/cb', true],
    ['row 5: a name for its A-label', punycode, 'https://bücher.example/cb', true],
    [
      'row 5: a name that was saved as it is',
      ['https://bücher.example/cb'],
      'https://bücher.example/cb',
      true,
    ],
    ['its A-label', ['https://bücher.example/cb'], 'https://xn--bcher-kva.example/cb', true],
    ['capitals that were saved', ['https://APP.example/cb'], 'https://APP.example/cb', true],
    ['their normal form', ['https://APP.example:443/cb'], 'https://app.example/cb', true],
    ['capitals for small letters', callback, 'https://APP.example/cb', false],
    [
      'a letter of a path that was saved',
      ['https://app.example/café'],
      'https://app.example/caf%C3%A9',
      true,
    ],
    ['loopback in capitals', ['http://LOCALHOST:4000/cb'], 'http://LOCALHOST:51004/cb', true],
    ['127.0.0.2, other port', ['http://127.0.0.2/cb'], 'http://127.0.0.2:51004/cb', false],
  ])('%s: %j, %j is %j', (_what, registered, requested, expected) => {
    expect(isAllowed(requested, registered, true)).toBe(expected);
  });
});

it('is answered with the A-label of its host, and as it is otherwise (row 5)', () => {
  const registered = [...punycode, 'http://localhost/cb'];
  for (const [requested, answered] of [
    ['https://bücher.example/cb/A?b=%C3%B6', 'https://xn--bcher-kva.example/cb/A?b=%C3%B6'],
    ['HTTPS://XN--BCHER-KVA.example:443/cb', 'HTTPS://XN--BCHER-KVA.example:443/cb'],
    ['http://localhost:4000/cb', 'http://localhost:4000/cb'],
  ])
    expect(allowedRedirectUri(requested, registered, false)).toBe(answered);
});
