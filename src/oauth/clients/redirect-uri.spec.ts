import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter, anyUrl } from '../../../test/support/any-text.js';
import { allowedRedirectUri } from './redirect-uri.js';

const isAllowed = (...asked: Parameters<typeof allowedRedirectUri>): boolean =>
  allowedRedirectUri(...asked) !== null;

type Row = [what: string, registered: string[], requested: string, expected: boolean];

const origin = ['https://app.example'];
const callback = ['https://app.example/cb'];
const folder = ['https://app.example/cb/'];
const native = ['com.example.app://cb/path'];
const queried = ['https://app.example/cb?t=1'];
const punycode = ['https://xn--bcher-kva.example/cb'];
const loopback = ['http://127.0.0.1/cb'];

describe('redirect_uri against the RedirectUrls of a client (D56)', () => {
  it.each<Row>([
    ['the registered URL', callback, 'https://app.example/cb', true],
    ['a slash at the end', callback, 'https://app.example/cb/', true],
    ['a path below', callback, 'https://app.example/cb/x/y', true],
    ['the folder without its slash', folder, 'https://app.example/cb', false],
    ['no boundary', callback, 'https://app.example/cbx', false],
    ['no boundary: a semicolon', callback, 'https://app.example/cb;x', false],
    ['no boundary: an encoded question mark', callback, 'https://app.example/cb%3Fx', false],
    ['the path in another case', callback, 'https://app.example/CB', false],
    ['another path', callback, 'https://app.example/other', false],
    ['the origin, registered without slash', origin, 'https://app.example', true],
    ['the origin without its slash', ['https://app.example/'], 'https://app.example', true],
    ['an @ in the path', origin, 'https://app.example/@evil.test', true],
    ['an encoded character', origin, 'https://app.example/caf%C3%A9', true],
    ['an encoded percent sign', origin, 'https://app.example/100%25', true],
    ['a parameter of a segment', origin, 'https://app.example/cb;v=1', true],
  ])('path: %s: %j, %j is %j', expectAnswer);

  it.each<Row>([
    ['any, when none is registered', callback, 'https://app.example/cb?a=1&a=2', true],
    ['a URL within', callback, 'https://app.example/cb?next=https://evil.test/../x', true],
    ['empty', callback, 'https://app.example/cb?', true],
    ['the registered one', queried, 'https://app.example/cb?t=1', true],
    ['the same further down', queried, 'https://app.example/cb/x?t=1', true],
    ['missing', queried, 'https://app.example/cb', false],
    ['repeated', queried, 'https://app.example/cb?t=1&t=2', false],
  ])('query: %s: %j, %j is %j', expectAnswer);

  it.each<Row>([
    ['http for https', callback, 'http://app.example/cb', false],
    ['https for http', ['http://app.example/cb'], 'https://app.example/cb', false],
    ['scheme and host in capitals', callback, 'HTTPS://App.Example/cb', true],
    ['the default port', callback, 'https://app.example:443/cb', true],
    ['the default port of http', ['http://app.example/cb'], 'http://app.example:80/cb', true],
    ['the default port of the other scheme', callback, 'https://app.example:80/cb', false],
    ['another port', callback, 'https://app.example:8443/cb', false],
    ['an empty port', callback, 'https://app.example:/cb', false],
    ['a port with zeros', callback, 'https://app.example:00443/cb', false],
  ])('scheme and port: %s: %j, %j is %j', expectAnswer);

  it.each<Row>([
    ['the origin as a prefix', origin, 'https://app.example.evil.test', false],
    ['the origin as userinfo', origin, 'https://app.example@evil.test', false],
    ['the origin as user and password', origin, 'https://app.example:443@evil.test/', false],
    ['a letter more', origin, 'https://app.examplee', false],
    ['a subdomain', origin, 'https://evil.app.example', false],
    ['the host as a suffix', origin, 'https://evilapp.example', false],
    ['user and password', callback, 'https://user:pw@app.example/cb', false],
    ['empty userinfo', callback, 'https://@app.example/cb', false],
    ['a backslash before @', origin, 'https://evil.test\\@app.example/', false],
    ['a trailing dot', callback, 'https://app.example./cb', false],
    ['a registered trailing dot', ['https://app.example./cb'], 'https://app.example./cb', true],
    ['full-width letters', callback, 'https://\uff41pp.example/cb', false],
    ['an ideographic full stop', callback, 'https://app\u3002example/cb', false],
    ['a soft hyphen', callback, 'https://a\u00adpp.example/cb', false],
    ['a Cyrillic twin', callback, 'https://\u0430pp.example/cb', false],
    ['the punycode of a Cyrillic twin', callback, 'https://xn--pp-6kc.example/cb', false],
    ['the Kelvin sign', ['https://k.example/cb'], 'https://\u212a.example/cb', false],
    ['a sharp s for two s', ['https://strasse.example/cb'], 'https://straße.example/cb', false],
    ['punycode', punycode, 'https://xn--bcher-kva.example/cb', true],
    [
      'the punycode of a registered name',
      ['https://bücher.example/'],
      'https://xn--bcher-kva.example/',
      true,
    ],
    ['row 5: the name itself', punycode, 'https://bücher.example/cb', true],
    ['row 5: with the default port', punycode, 'https://bücher.example:443/cb', true],
    ['the name in capitals', punycode, 'https://BÜCHER.example/cb', false],
    ['the name in two characters for one', punycode, 'https://bu\u0308cher.example/cb', false],
    ['a port more', punycode, 'https://bücher.example:8443/cb', false],
    ['userinfo before the name', punycode, 'https://@bücher.example/cb', false],
    ['a name beside percent-encoding', punycode, 'https://b%C3%BCcher.example/cb', false],
    ['a percent-encoded letter', callback, 'https://%61pp.example/cb', false],
    ['a percent-encoded @', origin, 'https://app.example%40evil.test/', false],
  ])('host: %s: %j, %j is %j', expectAnswer);

  it.each<Row>([
    ['IPv4 as one number', ['https://192.0.2.1/cb'], 'https://3221225985/cb', false],
    ['IPv4 in hex', ['https://192.0.2.1/cb'], 'https://0xC0000201/cb', false],
    ['IPv4 in octal', ['https://192.0.2.1/cb'], 'https://0300.0.2.1/cb', false],
    ['IPv4 with a trailing dot', ['https://192.0.2.1/cb'], 'https://192.0.2.1./cb', false],
    ['IPv6', ['https://[2001:db8::a]/cb'], 'https://[2001:DB8::A]/cb', true],
    ['IPv6 written out', ['https://[2001:db8::a]/cb'], 'https://[2001:db8:0:0:0:0:0:a]/cb', false],
    ['loopback, other port', loopback, 'http://127.0.0.1:51004/cb', true],
    ['loopback, path below', loopback, 'http://127.0.0.1:51004/cb/x?y', true],
    ['loopback by https', loopback, 'https://127.0.0.1/cb', false],
    ['loopback registered by https', ['https://localhost/cb'], 'https://localhost:4000/cb', false],
    ['loopback in IPv6', ['http://[::1]:1/cb'], 'http://[::1]:51004/cb', true],
    ['loopback in IPv6 written out', ['http://[::1]/cb'], 'http://[0:0:0:0:0:0:0:1]/cb', false],
    ['localhost, other port', ['http://localhost:4000/cb'], 'http://localhost:51004/cb', true],
    ['localhost in capitals', ['http://localhost/cb'], 'http://LOCALHOST:51004/cb', true],
    ['localhost for 127.0.0.1', loopback, 'http://localhost/cb', false],
    ['a loopback port with zeros', loopback, 'http://127.0.0.1:04000/cb', false],
    ['localhost as a prefix', ['http://localhost'], 'http://localhost.evil.test/', false],
    ['localhost and port as userinfo', ['http://localhost'], 'http://localhost:4000@evil.test/', false],
    ['a port for a host that looks like loopback', ['http://a.localhost'], 'http://a.localhost:81/', false],
  ])('address: %s: %j, %j is %j', expectAnswer);

  it.each<Row>([
    ['a fragment', callback, 'https://app.example/cb?a#b', false],
    ['an empty fragment', callback, 'https://app.example/cb#', false],
    ['a tab in the host', callback, 'https://app.exa\tmple/cb', false],
    ['a tab in the scheme', callback, 'ht\ttps://app.example/cb', false],
    ['a line feed in the path', callback, 'https://app.example/cb\n', false],
    ['a space before', callback, ' https://app.example/cb', false],
    ['a space within', callback, 'https://app.example/cb/a b', false],
    ['a no-break space', callback, 'https://app.example/cb?\u00a0', false],
    ['nothing', callback, '', false],
    ['a path', callback, '/cb', false],
    ['no scheme', callback, 'app.example/cb', false],
    ['a URL without scheme', callback, '//app.example/cb', false],
    ['one slash', callback, 'https:/app.example/cb', false],
    ['a list of URLs', callback, 'https://app.example/cb,https://evil.test/', false],
    ['2048 characters', origin, 'https://app.example/'.padEnd(2048, 'x'), true],
    ['2049 characters', origin, 'https://app.example/'.padEnd(2049, 'x'), false],
    ['a million characters', origin, 'https://app.example/'.padEnd(1_000_000, '%25'), false],
  ])('text: %s', expectAnswer);

  it.each<Row>([
    ['the registered URL', native, 'com.example.app://cb/path', true],
    ['a path below', native, 'com.example.app://cb/path/x?y=1', true],
    ['no boundary', native, 'com.example.app://cb/pathx', false],
    ['another host', native, 'com.example.app://evil/path', false],
    ['the host in another case, which is another one', native, 'com.example.app://CB/path', false],
    ['a percent-encoded host', native, 'com.example.app://%63b/path', false],
    ['userinfo', native, 'com.example.app://user@cb/path', false],
    ['a dot segment', native, 'com.example.app://cb/path/../evil', false],
    ['a path below no path', ['com.example.app://cb'], 'com.example.app://cb/x', true],
    ['no path for a slash', ['com.example.app://cb/'], 'com.example.app://cb', true],
    ['without a host', ['com.example.app:///cb'], 'com.example.app:///cb', true],
    ['one slash', ['com.example.app:///cb'], 'com.example.app:/cb', false],
    ['three slashes', ['com.example.app:/cb'], 'com.example.app:///cb', false],
    ['row 4: one slash, registered', ['com.example.app:/cb'], 'com.example.app:/cb', true],
    ['one slash, path below', ['com.example.app:/cb'], 'com.example.app:/cb/x?y=1', true],
    ['one slash, no boundary', ['com.example.app:/cb'], 'com.example.app:/cbx', false],
    ['one slash, another scheme', ['com.example.app:/cb'], 'com.example.ap:/cb', false],
    ['one slash, a dot segment', ['com.example.app:/cb'], 'com.example.app:/cb/../x', false],
    ['no slash', ['com.example.app:cb'], 'com.example.app:cb', false],
    ['one slash of a scheme that is no domain', ['myapp:/cb'], 'myapp:/cb', false],
    ['javascript', callback, 'javascript:alert(1)//https://app.example/cb', false],
    ['javascript with the host', callback, 'javascript://app.example/cb%0aalert(1)', false],
    ['javascript, registered', ['javascript://app.example/cb'], 'javascript://app.example/cb', false],
    ['data', callback, 'data:text/html,https://app.example/cb', false],
  ])('other schemes: %s: %j, %j is %j', expectAnswer);

  const several = ['https://a.example/cb', 'https://b.example/in', 'com.example.app://cb'];
  it.each<Row>([
    ['the second', several, 'https://b.example/in', true],
    ['the host of one with the path of another', several, 'https://a.example/in', false],
    ['none at all', [], 'https://app.example/cb', false],
    ['a broken one besides', ['', 'x', 'https://', ...callback], 'https://app.example/cb', true],
    ['only broken ones', ['', 'app.example/cb', 'https://[', '*'], 'https://app.example/cb', false],
    ['a registered wildcard', ['https://*.example/cb'], 'https://app.example/cb', false],
  ])('registered URLs: %s: %j, %j is %j', expectAnswer);

  it('knows an international name however often it was asked', () => {
    const ask = () => isAllowed(punycode[0], ['https://bücher.example/cb'], false);
    expect(Array.from({ length: 20_000 }, ask)).not.toContain(false);
  });

  function expectAnswer(_what: string, registered: string[], requested: string, expected: boolean): void {
    expect(isAllowed(requested, registered, false)).toBe(expected);
  }
});

describe('redirect_uri, any text', () => {
  const https = ['https://app.example', 'https://app.example:8443/a/b', 'https://xn--bcher-kva.example/cb/'];
  const http = ['http://127.0.0.1:4000/cb', 'http://[::1]/cb', 'http://localhost'];
  const anyBase = fc.constantFrom(...https, ...http, ...native, 'com.example.app://cb');

  const plain = '/ /x /a-b y ?q ?a=1&a=2 .html %20 ;v=1 :443 :80 :4001 X ~'.split(' ');
  const hostile = [
    '@ :@ evil.test .evil.test @evil.test evil.test@ evil.test/ //evil.test/ . : [ ] [::1] 0x7f.1',
    '.. /.. /../ /./ /..;/ /;/ ; %2e %2E%2e/ /%252e%252e/ /..%3f /..%23/ /..%2f /%c0%ae%c0%ae/ \\..\\',
    '\\ // # & % %25 %5c %252f %255c %00 %09 %40 %3a %23 * " < https: http:// javascript:',
    '\t \n \r \0 \u00ad \u200b \u3002 \uff0f \uff20 \uff0e \uff41 \u0430 \u212a \ud800',
  ].flatMap((line) => line.split(' '));
  const piece = fc.oneof(fc.constantFrom(...plain), fc.constantFrom(...hostile), fc.string({ maxLength: 4 }));
  const end = fc.array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...plain) }, piece), {
    maxLength: 4,
  });
  const inserted = fc.array(fc.tuple(fc.nat(40), piece), { maxLength: 2 });

  /** A registered URL, with up to two pieces put in anywhere and up to four at the end. */
  const nearMiss = fc.tuple(anyBase, inserted, end).map(([base, insertions, tail]) => {
    const changed = insertions.reduce((text, [at, put]) => text.slice(0, at) + put + text.slice(at), base);
    return { base, text: changed + tail.join('') };
  });

  it('nothing that a browser would load from another origin, or above the path, ever matches', () => {
    const accepted = { same: 0, changed: 0 };
    const numRuns = 2000;
    fc.assert(
      fc.property(nearMiss, ({ base, text }) => {
        if (!isAllowed(text, [base], false)) return;
        accepted[text === base ? 'same' : 'changed'] += 1;
        expectSamePlace(new URL(base), new URL(text));
      }),
      { numRuns },
    );
    expect(accepted.same).toBeGreaterThan(numRuns / 50);
    expect(accepted.changed).toBeGreaterThan(numRuns / 10);
  });

  it('is judged without an exception', () => {
    const near = nearMiss.map((miss) => miss.text);
    const text = fc.oneof(fc.string({ unit: anyCharacter }), anyUrl, near);
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 3 }), fc.boolean(), (requested, registered, isStrict) => {
        expect(typeof isAllowed(requested, registered, isStrict)).toBe('boolean');
      }),
    );
    for (const odd of [undefined, null, 1, {}, callback])
      expect(isAllowed(odd as never, callback, false)).toBe(false);
  });

  it('matches when it honestly extends a registered URL, unless the client is strict', () => {
    const segments = fc.array(fc.stringMatching(/^[a-z0-9-]{1,12}$/), { minLength: 1, maxLength: 4 });
    const query = fc.constantFrom('', '?', '?a=1', '?a=1&a=2', '?next=https://x.test/..%2f', '?{"a":[1]}');
    fc.assert(
      fc.property(anyBase, segments, query, (base, below, search) => {
        const requested = `${base.replace(/\/$/, '')}/${below.join('/')}${search}`;
        expect(isAllowed(requested, [...https, base], false)).toBe(true);
        expect(isAllowed(base + search, [...https, base], false)).toBe(true);
        expect(isAllowed(requested, [...https, base], true)).toBe(false);
        expect(isAllowed(base, [...https, base], true)).toBe(true);
      }),
    );
  });

  function expectSamePlace(registered: URL, url: URL): void {
    const below = registered.pathname.replace(/\/$/, '') + '/';
    const isLoopback = registered.protocol === 'http:';
    expect(url.protocol).toBe(registered.protocol);
    expect(isLoopback ? url.hostname : url.host).toBe(isLoopback ? registered.hostname : registered.host);
    if (!isLoopback) expect(url.origin).toBe(registered.origin); // 'null' for custom schemes
    expect(url.username + url.password + url.hash).toBe('');
    // As a browser reads the path, then as a server does that decodes it once or more before resolving it.
    for (let [round, path] = [0, url.pathname]; round < 4; round += 1, path = decodedOnce(path)) {
      const resolved = new URL(path || '/', 'https://server.test');
      expect(resolved.host).toBe('server.test');
      if (resolved.pathname !== registered.pathname) expect(resolved.pathname.startsWith(below)).toBe(true);
    }
  }

  function decodedOnce(path: string): string {
    return path.replace(/%([0-9a-f]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  }
});
