import { secondsIn } from './errors.js';

/** What the library takes from around it; each may be replaced. */
export interface Surroundings {
  /** As the Fetch API has it: wrap it to give requests a time limit. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Waits for so many milliseconds. */
  readonly sleep?: (ms: number) => Promise<void>;
  /** From 0 to below 1. */
  readonly random?: () => number;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** An answer whose body was read. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** What its JSON says; null where there is none. */
  readonly body: unknown;
}

export type HeaderValues = Readonly<Record<string, string>>;

/** How a request is authorized. */
export interface Credentials {
  /** Anew for each attempt: proofs and MACs are good for one. */
  headers(method: string, url: string): Promise<HeaderValues> | HeaderValues;
  /** Whether the answer told what was missing, a nonce or the time, so that the request is worth a second attempt. */
  learns?(answer: Answer): boolean;
}

export interface Sent {
  readonly body: URLSearchParams | FormData;
  readonly credentials: Credentials;
  /** Whether it may be sent again when nobody knows what became of it. */
  readonly isRepeatable?: boolean;
}

const MOST_RETRIES = 3;
/** Who asks to wait for longer is told to the caller. */
const LONGEST_WAIT_SECONDS = 30;

/** Sends requests, again where the server was too busy to begin with them (D274). */
export class Transport {
  constructor(private readonly surroundings: Required<Surroundings>) {}

  /** POSTs; an answer of any status is returned. What `fetch` throws is thrown on: nobody knows what became of it. */
  async post(url: string, sent: Sent): Promise<Answer> {
    let hasLearnt = false;
    for (let retries = 0; ;) {
      const answer = await this.once(url, sent);
      const seconds = retries < MOST_RETRIES ? pauseAfter(answer, sent.isRepeatable === true) : null;
      if (seconds !== null) {
        // Spread out: all that were refused together would else come back together.
        await this.surroundings.sleep(1000 * seconds * (1 + this.surroundings.random() * 2 ** retries++));
      } else if (!hasLearnt && sent.credentials.learns?.(answer)) hasLearnt = true;
      else return answer;
    }
  }

  private async once(url: string, { body, credentials }: Sent): Promise<Answer> {
    const headers = { Accept: 'application/json', ...(await credentials.headers('POST', url)) };
    // No cookies, no redirect: neither belongs to any answer that is waited for.
    const init: RequestInit = { method: 'POST', headers, body, credentials: 'omit', redirect: 'manual' };
    const response = await this.surroundings.fetch(url, init);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: jsonIn(text) };
  }
}

/** Seconds before the request may be sent again; null: it may not. */
function pauseAfter({ status, headers, body }: Answer, isRepeatable: boolean): number | null {
  const seconds = secondsIn(headers.get('Retry-After'));
  if (status !== 503 || seconds === null || seconds > LONGEST_WAIT_SECONDS) return null;
  return isRepeatable || wasNotBegun(body) ? seconds : null;
}

/** Whether the server says so: of a change whose outcome nobody knows it says otherwise, and so may a proxy of anything. */
function wasNotBegun(body: unknown): boolean {
  const { a01, error_description = '' } = (body ?? {}) as {
    a01?: { ex?: { name?: string } };
    error_description?: string;
  };
  return a01?.ex?.name === 'FizApiUnavailableException' || error_description.includes('Nothing was changed');
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
