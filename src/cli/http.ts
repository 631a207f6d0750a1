import { Failure } from './failure.js';
import { failureFrom, asProblem } from './problem.js';

export interface ServerAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON body; null if it is empty, and its text if it is no JSON. */
  readonly body: unknown;
}

const LIMIT_MS = 60_000;

/**
 * One request to the server.
 * @throws Failure away, when the server can't be reached; failed, when it redirects
 */
export async function send(url: string, init: RequestInit): Promise<ServerAnswer> {
  const response = await answerOf(url, { ...init, signal: AbortSignal.timeout(LIMIT_MS) });
  const { status, headers } = response;
  return { status, headers, body: jsonOrText(await reached(url, response.text())) };
}

/**
 * Receives a long answer part by part.
 * @throws Failure as `send` does; away, when it breaks off
 */
export async function receive(
  url: string,
  headers: Record<string, string>,
  use: (part: Uint8Array) => Promise<void>,
): Promise<void> {
  const response = await answerOf(url, { headers });
  if (response.status >= 400)
    throw failureFrom(response.status, asProblem(jsonOrText(await response.text())));
  const reader = (response.body ?? new ReadableStream()).getReader();
  for (;;) {
    const { done, value } = await reached(url, reader.read());
    if (done) return;
    await use(value);
  }
}

async function answerOf(url: string, init: RequestInit): Promise<Response> {
  // Followed, a redirect could send the password in the body to another server.
  const response = await reached(url, fetch(url, { ...init, redirect: 'manual' }));
  const { status, headers } = response;
  if (status >= 300 && status < 400) throw elsewhere(url, headers.get('location'));
  return response;
}

async function reached<T>(url: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    throw new Failure(`${new URL(url).origin} cannot be reached: ${reasonOf(cause)}`, 'away');
  }
}

function elsewhere(from: string, location: string | null): Failure {
  const to = location && URL.canParse(location, from) ? new URL(location, from).origin : 'nowhere';
  return new Failure(`${new URL(from).origin} redirects to ${to}. Sign in there if that is your server.`);
}

/** The JSON of a text; null if it is empty, and the text if it is no JSON. */
export function jsonOrText(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The reason, which fetch hides in the cause; for several addresses in a list inside it. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `no answer within ${LIMIT_MS / 1000} seconds`;
  return cause === undefined ? message : reasonOf(cause);
}
