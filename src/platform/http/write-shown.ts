import type { ArgumentsHost } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Shown } from '../operations/shown.js';
import { Visit } from '../operations/visit.js';

const POLICY = 'Content-Security-Policy';
/** What Location takes as it is: Express would encode a `%` that no two digits follow, and a third party's state with it (D108). */
const PLAIN = /^[\x21-\x7e]*$/;

/** Answers from a filter of errors, which has no value to return. */
export function answerIn(host: ArgumentsHost, shownTo: (visit: Visit) => Shown): Promise<void> {
  const http = host.switchToHttp();
  const response = http.getResponse<Response>();
  return writeShown(response, shownTo(Visit.of(http.getRequest<Request>(), response)));
}

/** Writes what a handler of a page returned. @throws whatever its first piece throws: then nothing was sent */
export async function writeShown(response: Response, shown: Shown): Promise<void> {
  const { status, type, body, headers, formTarget } = shown;
  const first = isWhole(body) ? null : await firstOf(body);
  response.status(status);
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', 'no-store');
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) response.setHeader(name, value);
  const { Location: location } = headers;
  if (typeof location === 'string' && !PLAIN.test(location)) response.location(location);
  if (formTarget !== null) allowFormTarget(response, formTarget);
  if (type === null) return (void response.removeHeader('Content-Type'), void response.end());
  response.setHeader('Content-Type', type);
  if (first === null) return void response.send(body);
  // A reader that disconnects is no error; after another one the answer is cut already.
  await pipeline(Readable.from(first), response).catch(() => undefined);
}

function isWhole(body: Shown['body']): body is string | Buffer {
  return typeof body === 'string' || Buffer.isBuffer(body);
}

/** The same pieces, once the first is there. */
async function firstOf(pieces: AsyncIterable<string | Buffer>): Promise<AsyncIterable<string | Buffer>> {
  const iterator = pieces[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}

/** Browsers apply form-action to the redirect after a form as well: it has to include the third party's address. */
function allowFormTarget(response: Response, address: string): void {
  const { origin, protocol } = new URL(address);
  const target = origin === 'null' ? protocol : origin;
  const policy = String(response.getHeader(POLICY));
  response.setHeader(POLICY, policy.replace("form-action 'self'", `form-action 'self' ${target}`));
}
