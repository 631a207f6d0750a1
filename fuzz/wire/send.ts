import { setTimeout as sleep } from 'node:timers/promises';
import { render } from '../requests/render.js';
import type { FuzzRequest } from '../requests/request.js';
import type { Outcome } from './answer.js';
import type { Connection, Message } from './connection.js';

const SLOW_MS = 300;
/** Gives the server time to begin reading. */
const BEFORE_BREAK_MS = 5;

/** Whether it may share a connection; other requests need one that they may break. */
export function isOrdinary(request: FuzzRequest): boolean {
  if (request.kind === 'raw') return false;
  return request.delivery.kind === 'whole' || request.delivery.kind === 'chunked';
}

export function messageOf(request: FuzzRequest, host: string): Message {
  return { bytes: render(request, host), isHead: request.kind === 'structured' && request.method === 'HEAD' };
}

/** Sends one request by its delivery method. */
export async function send(connection: Connection, request: FuzzRequest, host: string): Promise<Outcome> {
  const message = messageOf(request, host);
  if (isOrdinary(request)) return (await connection.send([message]))[0];
  const then = request.kind === 'raw' ? 'end' : request.delivery.kind === 'cut' ? 'break' : 'wait';
  return connection.sendInPieces(piecesOf(request, message.bytes), message.isHead, then);
}

async function* piecesOf(request: FuzzRequest, bytes: Buffer): AsyncGenerator<Buffer> {
  const delivery = request.kind === 'raw' ? null : request.delivery;
  if (delivery?.kind === 'cut') {
    yield bytes.subarray(0, delivery.after);
    await sleep(BEFORE_BREAK_MS);
  } else if (delivery?.kind === 'slow') {
    const size = Math.ceil(bytes.length / delivery.pieces);
    for (let at = 0; at < bytes.length; at += size) {
      yield bytes.subarray(at, at + size);
      await sleep(SLOW_MS / delivery.pieces);
    }
  } else yield bytes;
}
