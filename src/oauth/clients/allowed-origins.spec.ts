import { describe, expect, it } from '@jest/globals';
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

it('the origins of a client are those of its safe RedirectUrls and those that it names', () => {
  const urls = [
    'https://a.example/cb?x=1',
    'com.example.a://cb',
    'http://b.example/cb',
    'http://127.0.0.1:81/cb',
  ];
  expect([...originsOf(urls, ['https://c.example'])]).toEqual([
    'https://a.example',
    'http://127.0.0.1:81',
    'https://c.example',
  ]);
});
