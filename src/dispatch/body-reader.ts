import type { IncomingMessage } from 'node:http';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';

/** The body of a request, as a whole. @throws CallError requestTooLarge, invalidParameter when it broke off */
export function readBody(request: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > maxBytes) return Promise.reject(tooLarge(request, maxBytes));
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > maxBytes) reject(tooLarge(request, maxBytes));
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)));
    request.on('error', () => reject(brokeOff()));
    request.on('close', () => {
      if (!request.complete) reject(brokeOff());
    });
  });
}

function tooLarge(request: IncomingMessage, maxBytes: number): CallError {
  request.resume(); // the rest is read and dropped, so that the caller can read the answer
  const message = `The body is larger than the ${maxBytes} bytes that this call takes.`;
  return new CallError(Errors.requestTooLarge, {}, { message });
}

function brokeOff(): CallError {
  return new CallError(Errors.invalidParameter, {}, { message: 'The request body broke off.' });
}
