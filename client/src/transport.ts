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
/** A server that asks to wait for longer is reported to the caller. */
const LONGEST_WAIT_SECONDS = 30;
/** With three waits at their longest, a refresh comes again within the time that it may be repeated in (D49). */
const LONGEST_UNCERTAIN_SECONDS = 5;

/** Sends requests, again where the server was too busy to begin with them (D274). */
export class Transport {
  constructor(private readonly surroundings: Required<Surroundings>) {}

  /** POSTs; an answer of any status is returned. What `fetch` throws is thrown on: nobody knows what became of it. */
  async post(url: string, sent: Sent): Promise<Answer> {
    const { sleep, random } = this.surroundings;
    let hasLearnt = false;
    let mostSeconds = LONGEST_WAIT_SECONDS;
    for (let retries = 0; ;) {
      const answer = await this.once(url, sent);
      const isLearning = sent.credentials.learns?.(answer) ?? false;
      const isBusy = answer.status === 503;
      if (isBusy && !wasNotBegun(answer.body))
        mostSeconds = sent.isRepeatable ? LONGEST_UNCERTAIN_SECONDS : -1;
      const seconds = isBusy ? secondsIn(answer.headers.get('Retry-After')) : null;
      if (seconds !== null && seconds <= mostSeconds && retries < MOST_RETRIES) {
        // Spread out: all that were refused together would else come back together.
        await sleep(1000 * Math.max(1, seconds) * (1 + random() * 2 ** retries++));
      } else if (isLearning && !hasLearnt) hasLearnt = true;
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

/** Whether the server says so: of a change whose outcome nobody knows it says otherwise, and so may a proxy of anything. */
function wasNotBegun(body: unknown): boolean {
  const { a01, error_description } = (body ?? {}) as {
    a01?: { ex?: { name?: string } };
    error_description?: string;
  };
  return (
    a01?.ex?.name === 'FizApiUnavailableException' || `${error_description}`.includes('Nothing was changed')
  );
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
