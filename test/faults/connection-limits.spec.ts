import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { generate } from 'selfsigned';
import { Connections } from '../../src/platform/intake/connections.js';
import { Readiness } from '../../src/operate/readiness.js';
import { eventually } from '../support/eventually.js';
import { request } from '../support/http.js';
import { startApp, type TestServer } from '../support/start-app.js';

const [A, B, PROXY, OTHER] = ['127.0.0.5', '127.0.0.6', '127.0.0.7', '127.0.0.8'];

const opened = (server: TestServer, count: number) =>
  eventually(() => Promise.resolve(server.get(Connections).numbers.open === count ? true : null));

/** Connections without any data, one after the other. */
async function idle(server: TestServer, count: number, localAddress: string): Promise<Socket[]> {
  const { hostname, port } = new URL(server.url);
  const sockets: Socket[] = [];
  for (let i = 0; i < count; i++) {
    const before = server.get(Connections).numbers;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.on('error', () => undefined);
    sockets.push(socket);
    await once(socket, 'connect');
    await eventually(() => {
      const { open, closed } = server.get(Connections).numbers;
      const isCounted =
        open > before.open || closed.address + closed.all > before.closed.address + before.closed.all;
      return Promise.resolve(isCounted ? true : null);
    });
  }
  return sockets;
}

const isClosed = (socket: Socket): Promise<true> =>
  eventually(() => {
    socket.resume();
    return Promise.resolve(socket.destroyed || socket.readableEnded ? true : null);
  });

async function end(server: TestServer, sockets: readonly Socket[]): Promise<void> {
  for (const socket of sockets) socket.destroy();
  await opened(server, 0);
}

describe('connections', () => {
  let server: TestServer;
  let closed: { address: number; all: number };
  beforeAll(async () => {
    const limits = { MAX_CONNECTIONS: '20', MAX_CONNECTIONS_PER_ADDRESS: '8' };
    server = await startApp({ ...limits, TRUST_PROXY: PROXY, REQUEST_TIMEOUT: '300' });
  });
  afterAll(() => server.close());
  const more = (): { address: number; all: number } => {
    const now = { ...server.get(Connections).numbers.closed };
    const since = { address: now.address - (closed?.address ?? 0), all: now.all - (closed?.all ?? 0) };
    closed = now;
    return since;
  };
  const ping = (localAddress: string) =>
    request({ url: server.url, localAddress }, { path: '/api/acc/ping' });

  it('of one address: beyond the limit the longest waiting one is closed, and calls continue', async () => {
    more();
    const sockets = await idle(server, 8, A);
    const [ninth] = await idle(server, 1, A);
    await isClosed(sockets[0]);
    expect(more()).toEqual({ address: 1, all: 0 });
    expect((await ping(A)).status).toBe(200);
    await isClosed(sockets[1]);
    expect((await ping(B)).status).toBe(200);
    expect(sockets.slice(2).some(({ destroyed }) => destroyed)).toBe(false);
    expect(more()).toEqual({ address: 1, all: 0 });
    await end(server, [...sockets, ninth]);
  });

  it('of a trusted proxy are not limited by its address', async () => {
    more();
    const sockets = await idle(server, 12, PROXY);
    expect(more()).toEqual({ address: 0, all: 0 });
    expect(sockets.some(({ destroyed }) => destroyed)).toBe(false);
    await end(server, sockets);
  });

  it('in total: beyond the limit the address with the most connections loses one, never a proxy', async () => {
    more();
    const ofProxy = await idle(server, 10, PROXY);
    const ofFew = await idle(server, 3, B);
    const ofMany = await idle(server, 7, A);
    const [newcomer] = await idle(server, 1, OTHER);
    await isClosed(ofMany[0]);
    expect(more()).toEqual({ address: 0, all: 1 });
    expect([...ofProxy, ...ofFew, ...ofMany.slice(1), newcomer].some(({ destroyed }) => destroyed)).toBe(
      false,
    );
    await end(server, [...ofProxy, ...ofFew, ...ofMany, newcomer]);
  });

  it('with an answer in progress are not closed: a newcomer is', async () => {
    let letGo: () => void = () => undefined;
    const answered = new Promise<{ isReady: true; checks: object }>((resolve) => {
      letGo = () => resolve({ isReady: true, checks: { database: 'up', server: 'up', clock: 'right' } });
    });
    const check = jest.spyOn(server.get(Readiness), 'check').mockImplementation(() => answered as never);
    const asked = Array.from({ length: 8 }, () =>
      request({ url: server.url, localAddress: A }, { path: '/health/ready' }),
    );
    await opened(server, 8);
    await eventually(() => Promise.resolve(check.mock.calls.length === 8 ? true : null));
    await isClosed((await idle(server, 1, A))[0]);
    letGo();
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    jest.restoreAllMocks();
    await opened(server, 0);
  });

  it('appear in the metrics, with the number of closed ones', async () => {
    const { text } = await request(server, { path: '/metrics' });
    const { address, all } = server.get(Connections).numbers.closed;
    expect(text).toContain(`hearth_connections_closed_total{limit="address"} ${address}\n`);
    expect(text).toContain(`hearth_connections_closed_total{limit="all"} ${all}\n`);
    expect(text).toMatch(/hearth_connections_open [1-9]/);
  });
});

describe('TLS connections', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hearth-tls-'));
  let server: TestServer;
  let hasty: TestServer;
  let ca: string;
  beforeAll(async () => {
    const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] }],
    });
    ca = pems.cert;
    const [cert, key] = ['tls.crt', 'tls.key'].map((name) => join(folder, name));
    writeFileSync(cert, pems.cert);
    writeFileSync(key, pems.private);
    const tls = { TLS_CERT: cert, TLS_KEY: key, MAX_CONNECTIONS_PER_ADDRESS: '4' };
    server = await startApp({ ...tls, REQUEST_TIMEOUT: '300' });
    hasty = await startApp({ ...tls, REQUEST_TIMEOUT: '1' });
  });
  afterAll(async () => {
    await Promise.all([server.close(), hasty.close()]);
    rmSync(folder, { recursive: true });
  });
  const call = (localAddress: string) => {
    const url = server.url.replace('http://127.0.0.1', 'https://localhost');
    return request({ url, ca, localAddress }, { path: '/api/acc/ping' });
  };

  it('count before the handshake, are closed and forgotten like others', async () => {
    const sockets = await idle(server, 5, A);
    await isClosed(sockets[0]);
    expect((await call(A)).status).toBe(200);
    expect(server.get(Connections).numbers.closed.address).toBe(2);
    await end(server, sockets);
  });

  it('are closed if the handshake never ends', async () => {
    const sockets = await idle(hasty, 1, A);
    await Promise.all(sockets.map((socket) => isClosed(socket)));
    await opened(hasty, 0);
  });

  it('are closed if they send no request after it', async () => {
    const { port } = new URL(hasty.url);
    const socket = connectTls({ host: '127.0.0.1', port: Number(port), ca, servername: 'localhost' });
    socket.on('error', () => undefined);
    await once(socket, 'secureConnect');
    await isClosed(socket);
    await opened(hasty, 0);
  });
});
