import { describe, expect, it } from '@jest/globals';
import { readPublicUrl } from './public-url.js';

describe('PUBLIC_URL (D360, D361)', () => {
  it.each([
    ['https://accounts.example/', 'https://accounts.example'],
    ['https://Accounts.Example', 'https://accounts.example'],
    ['https://accounts.example:443', 'https://accounts.example'],
    ['https://konten.bücher.example', 'https://konten.xn--bcher-kva.example'],
    [' https://accounts.example:8443/\n', 'https://accounts.example:8443'],
  ])('%j is %s (row 2)', (given, expected) => {
    expect(readPublicUrl(given)).toBe(expected);
  });

  it.each([
    'ftp://accounts.example',
    'https://accounts.example/?x=1',
    'https://accounts.example/#x',
    'https://acc\u00adounts.example',
    'https://{host}',
    'https://127.1',
  ])('%j is refused', (given) => {
    expect(() => readPublicUrl(given)).toThrow(/^must /);
  });

  it('a password in it is refused, and never repeated (row 2)', () => {
    expect(() => readPublicUrl('https://u:topsecret@x')).toThrow(
      /^must not have userinfo \(user:password@\)$/,
    );
  });

  it('a path needs a host of its own, says one sentence (row 3)', () => {
    expect(() => readPublicUrl('https://example.com/hearth/')).toThrow(
      'must have no path: Hearth needs a host of its own, such as https://accounts.example (docs/operate/runbook.md#a-host-of-its-own)',
    );
  });
});
