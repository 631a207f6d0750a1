import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bytesOf, exchangeBytes } from '../support/raw-http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const FORM = Buffer.from('a01call=acc/ping');
const HEADERS = { 'Content-Type': 'application/x-www-form-urlencoded', Connection: 'close' };

describe('callers who ask before they send a body (Expect: 100-continue)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startApp();
  });
  afterAll(() => server.close());

  const heads = (answer: string): string[] => [...answer.matchAll(/HTTP\/1\.1 \d{3}/g)].map(([head]) => head);

  it.each(['/api', '/admin/api/outbox'])('are told to go on: POST %s', async (path) => {
    const asking = bytesOf('POST', path, { ...HEADERS, Expect: '100-continue' }, FORM);
    const answer = await exchangeBytes(server, asking);
    expect(heads(answer)).toHaveLength(2);
    expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 /);
  });

  it.each(['/api', '/admin/api/outbox'])(
    'find nothing between the head and the body of an answer when they did not wait for the previous one: POST %s',
    async (path) => {
      const first = bytesOf('GET', '/api/acc/ping', {});
      const asking = bytesOf('POST', path, { ...HEADERS, Expect: '100-continue' }, FORM);
      const answer = await exchangeBytes(server, Buffer.concat([first, asking]));
      expect(heads(answer)).toEqual(['HTTP/1.1 200', expect.not.stringContaining(' 100')]);
    },
  );
});
