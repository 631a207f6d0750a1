import type { Ask } from '../cast/furnisher.js';
import { plainRequest } from '../requests/request.js';
import type { Server } from '../servers/server.js';
import { isAnswer } from '../wire/answer.js';
import { Connection } from '../wire/connection.js';
import { send } from '../wire/send.js';

const LIMIT_MS = 60_000;
const AS_PROXY = [
  ['X-Forwarded-For', '192.0.2.1'],
  ['X-Forwarded-Proto', 'https'],
] as const;

/** The server does not answer, perhaps only for a moment. */
export class NoAnswerError extends Error {}

/** Sends the run's own requests to a server. */
export function asker(server: Server, host: string): Ask {
  return async (method, path, headers, body) => {
    const connection = new Connection(server.address, LIMIT_MS);
    const all = [...(server.isProxied ? AS_PROXY : []), ...headers];
    const content = body === null ? null : ({ kind: 'bytes', bytes: Buffer.from(body) } as const);
    const request = { ...plainRequest(path, method, path), headers: all, content };
    const outcome = await send(connection, request, host);
    connection.close();
    if (!isAnswer(outcome)) throw new NoAnswerError(`${method} ${path} on ${server.url}: ${outcome.why}`);
    return outcome;
  };
}
