import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter, anyUrl } from '../../../test/support/any-text.js';
import { isSafe, normalAddress, problemWithAddress, withAsciiHost } from './address.js';

const MUST = 'must be an https URL';
const problemWith = (text: string) => problemWithAddress(text, isSafe, MUST);

describe('the normal form of an address (D360)', () => {
  it.each([
    ['row 2: capitals', 'HTTPS://Accounts.Example/Path', 'https://accounts.example/Path'],
    ['row 2: the default port', 'https://x.example:443', 'https://x.example'],
    ['another port', 'https://x.example:8443/', 'https://x.example:8443/'],
    ['row 2: a name in letters', 'https://konten.bücher.example', 'https://konten.xn--bcher-kva.example'],
    ['row 5: a name in capital letters', 'https://BÜCHER.example/cb', 'https://xn--bcher-kva.example/cb'],
    ['a name in full-width letters', 'https://\uff41pp.example/', 'https://app.example/'],
    ['row 6: a blank before', ' https://h.example/x', 'https://h.example/x'],
    ['row 6: a line end', 'https://h.example/x\r\n', 'https://h.example/x'],
    ['a no-break space behind', 'https://h.example/x\u00a0', 'https://h.example/x'],
    ['other letters in path and query', 'https://h.example/é?é', 'https://h.example/%C3%A9?%C3%A9'],
    ['the spelling of path and query', 'https://h.example/%7e/a?B=%2f', 'https://h.example/%7e/a?B=%2f'],
    ['an address of IPv6', 'https://[2001:DB8:0:0::A]/', 'https://[2001:db8::a]/'],
    ['row 4: an own scheme', 'Com.Example.App:/OAuth2redirect/', 'com.example.app:/OAuth2redirect/'],
    ['a host that only its application reads', 'com.example.app://CallBack', 'com.example.app://CallBack'],
  ])('%s: %j is %j', (_what, text, normal) => {
    expect(normalAddress(text)).toBe(normal);
    expect(normalAddress(normal)).toBe(normal);
  });

  it.each([
    'https://h.example/a/../b',
    'https:/h.example/',
    'https://h.example\\x',
    'https://u:p@H.example/',
    'https://%48.example/',
    'http://127.1/',
    'https://a\u00adpp.example/',
    'https://h.example/x\u200b',
    'https://h.example/x\ny',
    'h.example',
    '',
  ])('is not made of %j, so that the rules still see what is wrong', (text) => {
    expect(normalAddress(text)).toBe(text);
  });

  it('is that of any text, and has the same problem and the same place', () => {
    const text = fc.oneof(fc.string(), anyUrl, fc.string({ unit: anyCharacter }));
    fc.assert(
      fc.property(text, (given) => {
        const normal = normalAddress(given);
        expect(normalAddress(normal)).toBe(normal);
        expect(problemWith(normal)).toBe(problemWith(given.trim()));
        if (problemWith(normal) === null) expect(new URL(normal).href).toBe(new URL(given).href);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('the problem with an address', () => {
  it.each([
    ['another scheme', 'ftp://h.example/', MUST],
    ['no slashes', 'https:h.example', MUST],
    ['no host', 'https:///x', MUST],
    ['http, but on this machine', 'http://h.example/', MUST],
    [
      'row 6: a place to fill in',
      'https://h.example/{{id}}',
      'must not contain { or }: nothing is filled in',
    ],
    ['row 6: in the host', 'https://{tenant}.example/', /^must have a host of letters/],
    ['a blank in it', 'https://h.example/a b', /^must not contain spaces/],
    ['a line end in it', 'https://h.example/a\nb', /^must not contain spaces/],
    ['a letter of no width', 'https://h.example/a\u200bb', /invisible/],
    ['text that runs backwards', 'https://h.example/\u202eb', /invisible/],
    ['half of a surrogate pair', 'https://h.example/\ud800', /invisible/],
    ['row 2: user and password', 'https://u:p@h.example/', /userinfo/],
    ['an empty user', 'https://@h.example/', /userinfo/],
    ['a percent-encoded host', 'https://%68.example/', /percent-encoded host/],
    [
      'an IPv4 address in two numbers',
      'https://127.1/',
      'must have an IPv4 address as four numbers: 127.0.0.1',
    ],
    ['an IPv4 address in hexadecimal', 'https://0xC0000201/', /four numbers: 192\.0\.2\.1/],
    ['an empty part of the host', 'https://h..example/', /up to 63 characters/],
    ['a long part of the host', `https://${'ü'.repeat(60)}.example/`, /up to 63 characters/],
    ['an asterisk in the host', 'https://*.example/', /up to 63 characters/],
    ['an impossible port', 'https://h.example:99999/', MUST],
  ])('%s: %j', (_what, text, problem) => {
    expect(problemWith(text)).toMatch(problem);
  });

  it.each([
    'https://h.example',
    'http://localhost:1/x',
    'https://my_host/',
    'https://h.example./',
    'https://[::1]/',
  ])('none: %s', (text) => expect(problemWith(text)).toBeNull());
});

describe('the A-label for a U-label (row 5)', () => {
  it.each([
    ['https://bücher.example:443/a?b', 'https://xn--bcher-kva.example:443/a?b'],
    ['https://例え.テスト', 'https://xn--r8jz45g.xn--zckzah'],
  ])('%s is %s', (text, ascii) => {
    expect(withAsciiHost(text)).toBe(ascii);
  });

  it.each([
    'https://App.example/ü',
    'https://BÜCHER.example/',
    'https://bu\u0308cher.example/',
    'https://b\u00adücher.example/',
    'https://ⓕamily.example/',
    'https://\u212a.example/',
    'https://bücher.example@evil.test/',
    'com.example.app://bücher',
    'bücher',
  ])('no other spelling is read as one: %j', (text) => {
    expect(withAsciiHost(text)).toBe(text);
  });
});
