import { describe, expect, it } from '@jest/globals';
import { issuerAt } from './address.js';
import { HearthError } from './errors.js';

describe('the address of Hearth', () => {
  it.each([
    ['https://accounts.example', 'https://accounts.example'],
    ['HTTPS://Accounts.example:443/', 'https://accounts.example'],
    ['https://partner.example/hearth/', 'https://partner.example/hearth'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['http://hearth.localhost:3000/', 'http://hearth.localhost:3000'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000'],
    ['http://[::1]:3000', 'http://[::1]:3000'],
  ])('%s is the issuer %s', (address, issuer) => expect(issuerAt(address, false)).toBe(issuer));

  it.each([
    'http://accounts.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.evil.example',
    'http://evil.example/#localhost',
    'ftp://accounts.example',
    'https://a:secret@accounts.example',
    'https://accounts.example/?secret',
    'https://accounts.example/#secret',
    '//accounts.example/secret',
    'secret',
  ])('%s is refused, and not shown', (address) => {
    const refused = () => issuerAt(address, false);
    expect(refused).toThrow(HearthError);
    expect(refused).not.toThrow(/secret|evil/);
  });

  it('is one without TLS where the application says so', () => {
    expect(issuerAt('http://hearth:3000', true)).toBe('http://hearth:3000');
    expect(() => issuerAt('ftp://hearth', true)).toThrow(HearthError);
  });
});
