import { describe, expect, it } from '@jest/globals';
import { isSameAddress } from './same-address.js';

const URL = 'https://accounts.example/api/me~x';

describe('the htu of a proof', () => {
  it.each([
    URL,
    `${URL}?a01call=whoami`,
    `${URL}#part`,
    'HTTPS://Accounts.Example/api/me~x',
    'https://accounts.example:443/api/me~x',
    'https://accounts.example/api/../api/me~x',
    'https://accounts.example/api/me%7ex',
    'https://accounts.example/%61pi/me%7Ex',
  ])('is the address of the request: %s', (htu) => {
    expect(isSameAddress(htu, URL)).toBe(true);
  });

  it.each([
    '',
    '/api/me~x',
    'accounts.example/api/me~x',
    'http://accounts.example/api/me~x',
    'https://accounts.example:444/api/me~x',
    'https://accounts.example./api/me~x',
    'https://evil.example/api/me~x',
    'https://user@accounts.example/api/me~x',
    'https://accounts.example/API/me~x',
    'https://accounts.example/api%2Fme~x',
    'https://accounts.example/api/me~x/',
    'https://accounts.example/api',
  ])('is another one: %j', (htu) => {
    expect(isSameAddress(htu, URL)).toBe(false);
  });

  it('is compared without the query of the request', () => {
    expect(isSameAddress(URL, `${URL}?x=1`)).toBe(true);
  });
});
