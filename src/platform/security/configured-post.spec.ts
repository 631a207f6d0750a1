import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { postConfigured } from './configured-post.js';

describe('sending to an address that the operator configured', () => {
  let server: Server;
  let port: number;
  let answer: RequestListener;
  const requests: { method?: string; path?: string; type?: string; authorization?: string; text: string }[] =
    [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => void chunks.push(chunk));
      request.on('end', () => {
        const { method, url: path, headers } = request;
        const { 'content-type': type, authorization } = headers;
        requests.push({ method, path, type, authorization, text: Buffer.concat(chunks).toString() });
        answer(request, response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const post = (
    address = `http://127.0.0.1:${port}/send?key=1`,
    limitMs = 5000,
  ): Promise<{ status: number; retryAfterMs: number }> => {
    requests.length = 0;
    return postConfigured(address, { headers: { 'Content-Type': 'text/plain' }, body: 'Grüße', limitMs });
  };

  it('sends it, inside the network too', async () => {
    answer = (_request, response) => response.writeHead(202).end('{}');
    expect((await post()).status).toBe(202);
    expect(requests).toEqual([{ method: 'POST', path: '/send?key=1', type: 'text/plain', text: 'Grüße' }]);
  });

  it('says who is sending where the address names a user', async () => {
    answer = (_request, response) => response.end();
    await post(`http://hearth:s%40fe@127.0.0.1:${port}/`);
    expect(requests).toMatchObject([{ authorization: `Basic ${btoa('hearth:s@fe')}` }]);
  });

  it('follows no redirect', async () => {
    answer = (_request, response) => response.writeHead(307, { Location: '/elsewhere' }).end();
    expect((await post()).status).toBe(307);
    expect(requests).toHaveLength(1);
  });

  it('returns how long the gateway asks to wait', async () => {
    answer = (_request, response) => response.writeHead(429, { 'Retry-After': '120' }).end();
    expect(await post()).toEqual({ status: 429, retryAfterMs: 120_000 });
  });

  it('does not wait for the end of an answer', async () => {
    answer = (_request, response) => response.writeHead(200).write('x');
    expect(await post()).toEqual({ status: 200, retryAfterMs: 0 });
  });

  it('refuses an answer whose headers are too large', async () => {
    answer = (_request, response) => response.writeHead(200, { 'X-Large': 'x'.repeat(100_000) }).end();
    await expect(post()).rejects.toThrow('the connection failed');
  });

  it('gives up after the time limit', async () => {
    answer = () => undefined;
    await expect(post(undefined, 50)).rejects.toThrow('there was no answer in time');
  });

  it.each([`http://127.0.0.1:1/`, `https://127.0.0.1:1/`, 'http://localhost:1/'])(
    'says why nothing answers at %s',
    async (address) => {
      await expect(post(address)).rejects.toThrow(/^the connection failed: .*ECONNREFUSED/);
    },
  );
});
