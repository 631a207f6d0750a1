import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventually } from '../support/eventually.js';
import { bytesOf, exchangeBytes, open, statusIn } from '../support/raw-http.js';
import { Workplace, type ServerProcess } from '../support/server-process.js';

jest.setTimeout(180_000); // thousands of connections, even on a busy machine

const MIB = 1024 * 1024;
const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const CUT_OFF = '--x\r\nContent-Disposition: form-data; name="a"; filename="a"\r\n\r\nhello';
const HEADERS = `GET / HTTP/1.1\r\nHost: x\r\nX-Held: ${'x'.repeat(8000)}`;

/** One of 200 addresses of this machine, in turn. */
const address = (index: number): string => `127.0.1.${1 + (index % 200)}`;

describe('server of its own, with hostile callers', () => {
  const place = new Workplace();
  let server: ServerProcess;
  const sockets: Socket[] = [];
  beforeAll(async () => {
    // Held for as long as the test takes, and all of them.
    server = await place.start({ HOST: '127.0.0.1', REQUEST_TIMEOUT: '300' });
  });
  afterAll(async () => {
    for (const socket of sockets) socket.destroy();
    await place.close();
  });

  const peer = () => ({ url: server.url.replace('localhost', '127.0.0.1') });
  const memory = (): number => {
    const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8')) ?? [];
    return Number(kib) * 1024;
  };
  const call = async (): Promise<number> => (await fetch(`${peer().url}/api/acc/ping`)).status;
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${peer().url}/metrics`)).text();
    return Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1]);
  };
  const hold = async (bytes: Buffer, localAddress: string): Promise<void> => {
    const socket = await open(peer(), bytes, localAddress);
    socket.on('error', () => undefined);
    sockets.push(socket.resume());
  };

  it.each([
    '/token',
    '/api',
    '/api/prov/createfamily',
    '/revoke',
    '/introspect',
    '/userinfo',
    '/api/web/login',
  ])('continues after a multipart body that was cut off inside a file: %s', async (path) => {
    const headers = { 'Content-Type': MULTIPART, Connection: 'close' };
    const answer = await exchangeBytes(peer(), bytesOf('POST', path, headers, Buffer.from(CUT_OFF)));
    expect(statusIn(answer)).toBe(400);
    expect(await call()).toBe(200);
  });

  it('keeps its memory with 200 bodies of 6 MiB that are never finished', async () => {
    const before = memory();
    const headers = { 'Content-Type': MULTIPART, 'Content-Length': String(6 * MIB) };
    const start = Buffer.concat([
      bytesOf('POST', '/api', headers),
      Buffer.from(CUT_OFF),
      Buffer.alloc(MIB, 'x'),
    ]);
    await Promise.all(Array.from({ length: 200 }, (_, index) => hold(start, address(index))));
    expect(await call()).toBe(200);
    expect(memory() - before).toBeLessThan(150 * MIB);
    for (const socket of sockets.splice(0)) socket.destroy();
    await eventually(async () => ((await metric('hearth_body_bytes')) === 0 ? true : null));
  });

  it('takes at most 150 MB more for 2,000 slow connections, and calls still work', async () => {
    const before = memory();
    const form = bytesOf('POST', '/token', { 'Content-Type': FORM, 'Content-Length': '65536' });
    const kinds = [
      Buffer.alloc(0),
      Buffer.from(HEADERS),
      Buffer.concat([form, Buffer.from(`a=${'x'.repeat(20_000)}`)]),
    ];
    for (let index = 0; index < 2000; index += 50) {
      const some = Array.from({ length: 50 }, (_, more) => index + more);
      await Promise.all(some.map((one) => hold(kinds[one % kinds.length], address(one))));
      expect(await call()).toBe(200);
    }
    await eventually(async () => ((await metric('hearth_connections_open')) >= 2000 ? true : null));
    expect(await call()).toBe(200);
    expect(memory() - before).toBeLessThan(150 * MIB);
  });
});
