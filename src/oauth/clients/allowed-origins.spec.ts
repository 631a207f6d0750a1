import { describe, expect, it } from '@jest/globals';
import { withoutFreePort } from '../../platform/checks/address.js';
import { originsOf, problemWithOrigin } from './allowed-origins.js';

describe('an allowed origin', () => {
  it.each(['https://app.example', 'https://app.example:8443', 'http://localhost:5173', 'http://[::1]:5173'])(
    '%s is one',
    (text) => expect(problemWithOrigin(text)).toBeNull(),
  );

  it.each([
    'https://app.example/',
    'https://app.example:443',
    'https://APP.example',
    'https://user@app.example',
    'https://app.example?x',
    'app.example',
    'com.example.app://cb',
    '*',
    'https://*.app.example',
    'https://*.app.example/',
    'null',
    '',
  ])('%j is none, and the message has one', (text) =>
    expect(problemWithOrigin(text)).toMatch(/^must be an origin, such as https:\/\/app\.example(:\d+)?:/i),
  );

  it('is not http, but on this machine', () => {
    expect(problemWithOrigin('http://app.example')).toBe('must be https (http on this machine only)');
  });
});

it('row 7: the origins of loopback have any port, as a redirect_uri there', () => {
  const origins = originsOf(
    ['http://localhost/callback', 'https://a.example:8443/cb'],
    ['http://[::1]:5173'],
  );
  const isOne = (origin: string) => origins.has(withoutFreePort(origin));
  for (const origin of [
    'http://localhost:22200',
    'http://localhost',
    'http://[::1]:1',
    'https://a.example:8443',
  ])
    expect([origin, isOne(origin)]).toEqual([origin, true]);
  for (const origin of [
    'https://localhost:22200',
    'http://127.0.0.1',
    'https://a.example',
    'http://localhost.evil',
  ])
    expect([origin, isOne(origin)]).toEqual([origin, false]);
});

it('the origins of a client are those of its safe RedirectUrls and those that it names', () => {
  const urls = [
    'https://a.example/cb?x=1',
    'com.example.a://cb',
    'http://b.example/cb',
    'http://127.0.0.1:81/cb',
  ];
  expect([...originsOf(urls, ['https://c.example'])]).toEqual([
    'https://a.example',
    'http://127.0.0.1',
    'https://c.example',
  ]);
});
