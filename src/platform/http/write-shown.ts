import type { ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Shown } from '../operations/shown.js';
import { Visit } from '../operations/visit.js';

const POLICY = 'Content-Security-Policy';
/** Values that Location gets unchanged: Express would encode a `%` without two digits, and so change a third party's state (D108). */
const PLAIN = /^[\x21-\x7e]*$/;

type Piece = string | Buffer;

/** Answers at once from an error filter: it returns no value, and Nest does not await it. */
export function answerIn(host: ArgumentsHost, shownTo: (visit: Visit) => Shown): void {
  const http = host.switchToHttp();
  const response = http.getResponse<Response>();
  const shown = shownTo(Visit.of(http.getRequest<Request>(), response));
  if (!isWhole(shown.body)) throw new Error('a filter answers with something whole');
  writeWhole(response, shown, shown.body);
}

/** Writes the value that a page handler returned. @throws the error of its first piece: then nothing was sent */
export async function writeShown(response: Response, shown: Shown): Promise<void> {
  if (isWhole(shown.body)) return writeWhole(response, shown, shown.body);
  const pieces = shown.body[Symbol.asyncIterator]();
  const first = await pieces.next();
  writeHead(response, shown);
  const all = Readable.from(after(first, pieces));
  // A reader that disconnects is no error; after another one the answer is cut already.
  await pipeline(all, response).catch(() => undefined);
  await pieces.return?.(); // also where the reader had gone before anything was read
}

function writeWhole(response: Response, shown: Shown, body: Piece): void {
  writeHead(response, shown);
  if (shown.type === null) response.end();
  else response.send(body);
}

function writeHead(response: Response, { status, type, headers, formTarget, hasFrame }: Shown): void {
  const { Location: location, ...others } = headers;
  response.status(status);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(others))
    if (value !== undefined) response.setHeader(name, value);
  if (typeof location === 'string' && PLAIN.test(location)) response.setHeader('Location', location);
  else if (typeof location === 'string') response.location(location);
  if (formTarget !== null) allowFormTarget(response, formTarget);
  if (hasFrame) response.setHeader(POLICY, `${String(response.getHeader(POLICY))};frame-src 'self'`);
  if (type === null) response.removeHeader('Content-Type');
  else response.setHeader('Content-Type', type);
}

function isWhole(body: Shown['body']): body is Piece {
  return typeof body === 'string' || Buffer.isBuffer(body);
}

async function* after(first: IteratorResult<Piece>, rest: AsyncIterator<Piece>): AsyncGenerator<Piece> {
  for (let each = first; !each.done; each = await rest.next()) yield each.value;
}

/** Browsers apply form-action to the redirect after a form as well: it has to include the third party's address. */
function allowFormTarget(response: Response, address: string): void {
  const { origin, protocol } = new URL(address);
  const target = origin === 'null' ? protocol : origin;
  const policy = String(response.getHeader(POLICY));
  response.setHeader(POLICY, policy.replace("form-action 'self'", `form-action 'self' ${target}`));
}
