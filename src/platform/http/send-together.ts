import type { ServerResponse } from 'node:http';

interface Ready {
  readonly response: ServerResponse;
  readonly body: string;
}

let ready: Ready[] = [];

/**
 * Sends the body of an answer whose head is written, at the end of this turn of the event loop, with all others of the
 * turn. Who reads them is then woken once, and not by each, which costs the server more than all that Node does for an
 * answer; and who asks again asks together with the others, so that they share their statements (ADR 1).
 */
export function sendTogether(response: ServerResponse, body: string): void {
  if (ready.push({ response, body }) === 1) setImmediate(sendAll);
}

function sendAll(): void {
  const all = ready;
  ready = [];
  for (const { response, body } of all) response.end(body);
}
