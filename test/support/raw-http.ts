import { connect, type Socket } from 'node:net';
import type { Peer } from './http.js';

/** What follows the bytes: nothing, the end of sending (FIN), or a reset connection (RST). */
export type Then = 'wait' | 'end' | 'reset';

/** The bytes of an HTTP request. */
export function bytesOf(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: Buffer = Buffer.alloc(0),
): Buffer {
  const all = { Host: 'localhost', 'Content-Length': String(body.length), ...headers };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.concat([Buffer.from([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')), body]);
}

/** Opens a connection and sends the bytes unchanged. */
export function open(server: Peer, bytes: Buffer, localAddress?: string): Promise<Socket> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    socket.once('error', reject);
    socket.once('connect', () => socket.write(bytes, () => resolve(socket)));
  });
}

/** Everything received on a new connection until it is closed. */
export async function exchangeBytes(server: Peer, bytes: Buffer, then: Then = 'wait'): Promise<string> {
  const socket = await open(server, bytes);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => undefined); // the server may have closed it first
    socket.once('close', () => resolve(Buffer.concat(chunks).toString()));
    if (then === 'end') socket.end();
    if (then === 'reset') socket.resetAndDestroy();
  });
}

/** The status of the first answer; null when the connection was closed without one. */
export function statusIn(answer: string): number | null {
  const [, status] =
    /^HTTP\/1\.1 (\d{3}) /.exec(answer.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '')) ?? [];
  return status === undefined ? null : Number(status);
}
