import { Failure } from './failure.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** The parsed JSON of the body; null where it has none, and what it says in words where it is no JSON. */
  readonly body: unknown;
}

const LIMIT_MS = 60_000;

/**
 * One request to the server.
 * @throws Failure away, when it can't be reached; failed, when it sends the command elsewhere
 */
export async function send(url: string, init: RequestInit): Promise<Answer> {
  try {
    // Followed, a redirect could take the password in the body to another server.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(LIMIT_MS) });
    const location = response.headers.get('location');
    if (response.status >= 300 && response.status < 400) throw elsewhere(url, location);
    return { status: response.status, headers: response.headers, body: parsed(await response.text()) };
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    throw new Failure(`${new URL(url).origin} cannot be reached: ${reasonOf(cause)}`, 'away');
  }
}

function elsewhere(from: string, location: string | null): Failure {
  const to = location && URL.canParse(location, from) ? new URL(location, from).origin : 'nowhere';
  return new Failure(`${new URL(from).origin} sends on to ${to}. Sign in there if that is your server.`);
}

function parsed(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** fetch hides the reason in the cause, and several addresses that failed in a list below it. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  const { name, message, cause } = error as Error;
  if (name === 'TimeoutError') return `no answer within ${LIMIT_MS / 1000} seconds`;
  return cause === undefined ? message : reasonOf(cause);
}
