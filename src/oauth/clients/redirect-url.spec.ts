import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyCharacter, anyUrl } from '../../../test/support/any-text.js';
import { problemWithRedirectUrl } from './redirect-url.js';

describe('RedirectUrl of a client record (§2.3, D56)', () => {
  it.each([
    'https://app.example',
    'https://app.example/',
    'https://app.example/callback',
    'https://app.example:8443/callback?tenant=1',
    'http://localhost:4000/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:4000/callback',
    'com.example.app://callback',
    'com.example.app:/oauth2redirect', // row 4
    'https://bücher.example/callback', // row 5
    'https://app.example/a@b',
    'https://xn--bcher-kva.example/callback',
    'HTTPS://APP.EXAMPLE/callback',
  ])('may be %s', (url) => {
    expect(problemWithRedirectUrl(url)).toBeNull();
  });

  it.each([
    ['nothing', '', /absolute/],
    ['a path', '/callback', /absolute/],
    ['no scheme', 'app.example/callback', /absolute/],
    ['a protocol-relative URL', '//app.example/callback', /absolute/],
    ['a scheme without authority', 'https:app.example', /absolute/],
    ['one slash', 'https:/app.example', /absolute/],
    ['no slash', 'com.example.app:callback', /absolute/],
    ['one slash behind a scheme that is no domain', 'intent:/callback', /absolute/],
    ['a place to fill in', 'https://app.example/{{id}}', /\{ or \}/],
    ['a soft hyphen', 'https://a\u00adpp.example/', /invisible/],
    ['a percent-encoded host', 'https://%61pp.example/', /percent-encoded host/],
    ['a short IPv4 address', 'http://127.1/callback', /four numbers: 127\.0\.0\.1/],
    ['a part of the host that is too long', `https://${'a'.repeat(64)}.example/`, /63 characters/],
    ['an empty part of the host', 'https://app..example/', /63 characters/],
    ['no host', 'https://', /absolute/],
    ['leading space', ' https://app.example', /absolute|spaces/],
    ['an impossible port', 'https://app.example:99999/', /absolute/],
    ['javascript', 'javascript://app.example/%0aalert(1)', /scheme javascript:/],
    ['data', 'data://text/html,x', /scheme data:/],
    ['file', 'file:///etc/passwd', /scheme file:/],
    ['a fragment', 'https://app.example/callback#top', /fragment/],
    ['an empty fragment', 'https://app.example/callback#', /fragment/],
    ['userinfo', 'https://user@app.example/callback', /userinfo/],
    ['user and password', 'https://user:pw@app.example/callback', /userinfo/],
    ['empty userinfo', 'https://@app.example/callback', /userinfo/],
    ['a wildcard in the host', 'https://*.app.example/callback', /wildcard|absolute/],
    ['a wildcard in the path', 'https://app.example/*', /wildcard/],
    ['a wildcard in the query', 'https://app.example/?x=*', /wildcard/],
    ['a backslash', 'https://app.example\\callback', /backslash/],
    ['a space', 'https://app.example/a b', /spaces/],
    ['a line feed', 'https://app.example/\ncallback', /control|spaces/],
    ['a tab within the scheme', 'java\tscript://x', /absolute|spaces|control/],
    ['a trailing space', 'https://app.example/ ', /spaces/],
    ['a NUL', 'https://app.example/\0', /control/],
    ['a dot segment', 'https://app.example/a/../b', /dot segment/],
    ['a dot segment at the end', 'https://app.example/a/..', /dot segment/],
    ['an encoded dot segment', 'https://app.example/a/%2e%2E/b', /dot segment/],
  ])('may not be with %s: %j', (_what, url, problem) => {
    expect(problemWithRedirectUrl(url)).toMatch(problem);
  });

  it('is judged without an exception, whatever the text', () => {
    const text = fc.oneof(fc.string(), anyUrl, fc.string({ unit: anyCharacter }));
    fc.assert(
      fc.property(text, (url) => {
        const problem = problemWithRedirectUrl(url);
        if (problem === null) expect(new URL(url).username + new URL(url).hash).toBe('');
        else expect(problem).toMatch(/^must /);
      }),
    );
  });
});
