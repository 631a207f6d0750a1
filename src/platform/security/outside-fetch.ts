import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, type LookupFunction } from 'node:net';
import { traceHeaders } from '../tracing.js';
import { answerFrom } from './configured-post.js';
import { isInNetworks, isLoopbackAddress, isPublicAddress } from './public-address.js';
import { retryAfterMs } from './retry-after.js';
import { lookup, type LookupAddress, type LookupAllOptions } from 'node:dns';

type Done = (failure: NodeJS.ErrnoException | null, found: LookupAddress[]) => void;
export type LookUp = (name: string, options: LookupAllOptions, done: Done) => void;

/**
 * Shares one look-up among all concurrent ones for the same name. A look-up occupies one of Node's few threads for names, files
 * and compression until the name server answers: a slow name server gets one thread, not all.
 */
export function sharedLookup(lookUp: LookUp = lookup): LookUp {
  const asking = new Map<string, Done[]>();
  return (name, options, done) => {
    const key = JSON.stringify([name, options]);
    const waiting = asking.get(key);
    if (waiting) {
      waiting.push(done);
      return;
    }
    const all = [done];
    asking.set(key, all);
    lookUp(name, options, (failure, found) => {
      asking.delete(key);
      for (const each of all) each(failure, found);
    });
  };
}

const lookUpName = sharedLookup();

const OK = 200;
const FORM = 'application/x-www-form-urlencoded';

interface OutsideFailure extends ErrorOptions {
  readonly status?: number;
  readonly retryAfterMs?: number;
}

/** The reason why nothing was fetched, fit for the owner of the URL; the cause is for the log. */
export class OutsideFetchError extends Error {
  /** Status of an error or redirect; absent: there was no answer, or an unreadable one. */
  readonly status?: number;
  /** How long the server asks to wait, in milliseconds; 0: not at all. */
  readonly retryAfterMs: number;

  constructor(message: string, { status, retryAfterMs = 0, ...options }: OutsideFailure = {}) {
    super(message, options);
    if (status !== undefined) this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

interface OutsideOptions {
  /** Aborts the fetch at any stage. */
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Addresses and networks that are allowed although they are not public. */
  readonly insideNetworks: readonly string[];
  /** Node's own, except in tests. */
  readonly lookUp?: LookUp;
}

export interface OutsideFetchOptions extends OutsideOptions {
  readonly accept: string;
  /** Sent by POST: any 2xx is success. Without a form, only 200 is. */
  readonly form?: Readonly<Record<string, string>>;
  /** The Authorization header. */
  readonly authorization?: string;
}

export interface OutsideDocument {
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
}

interface OutsidePostOptions extends OutsideOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface OutsideAnswer {
  readonly status: number;
  /** How long the server asks to wait, in milliseconds; 0: not at all. */
  readonly retryAfterMs: number;
  /** No more than its first `maxBytes`. */
  readonly text: string;
}

/**
 * Fetches a small document from a URL that another party chose, or sends a form there. Only by HTTPS (by plain HTTP
 * only to loopback, where that is allowed), only from public addresses, without redirects. Every address that the name
 * resolves to is checked, and the connection uses exactly those addresses: changing the DNS answer in between gains
 * nothing.
 * @throws OutsideFetchError with the reason
 */
export async function fetchOutside(url: URL, options: OutsideFetchOptions): Promise<string> {
  return (await fetchDocumentOutside(url, options)).text;
}

/** As `fetchOutside`, with the headers, which say what it is and how long it may be kept. */
export async function fetchDocumentOutside(url: URL, options: OutsideFetchOptions): Promise<OutsideDocument> {
  const { accept, form, authorization } = options;
  const body = form && new URLSearchParams(form).toString();
  const headers = {
    Accept: accept,
    ...(authorization !== undefined && { Authorization: authorization }),
    ...(body && { 'Content-Type': FORM }),
  };
  return withReason(options, async () => read(await send(url, { ...options, headers, body }), options));
}

/**
 * Sends a body to a URL that another party chose, under the rules of `fetchOutside`. It returns answers of any status.
 * @throws OutsideFetchError if there is none
 */
export function postOutside(url: URL, options: OutsidePostOptions): Promise<OutsideAnswer> {
  return withReason(options, async () => {
    const response = await send(url, options);
    const { statusCode: status = 0 } = response;
    const text = await beginningOf(response, options.maxBytes);
    return { status, retryAfterMs: retryAfterMs(response.headers), text };
  });
}

async function withReason<T>({ signal }: OutsideOptions, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof OutsideFetchError) throw cause;
    const { code = 'no answer' } = cause as NodeJS.ErrnoException;
    throw new OutsideFetchError(
      signal.aborted ? 'there was no answer in time' : `the connection failed (${code})`,
      { cause },
    );
  }
}

interface Sent extends OutsideOptions {
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function send(url: URL, { headers: said, body, ...options }: Sent): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node calls no lookup function for an IP address in the URL.
  if (isIP(host) !== 0) requireAllowed(url, [host], options.insideNetworks);
  const { signal } = options;
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
  const headers = { ...traceHeaders(), ...said, ...length };
  const lookup = checkedLookup(url, options);
  const method = body === undefined ? 'GET' : 'POST';
  // No keep-alive: a reused connection would have been checked against an earlier DNS answer.
  return answerFrom(url, { method, signal, lookup, agent: false, headers }, body);
}

/** The connection uses the addresses that it returns. */
function checkedLookup(url: URL, { insideNetworks, lookUp = lookUpName }: OutsideOptions): LookupFunction {
  return (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (failure, found) => {
      if (failure) return done(new OutsideFetchError('its host has no address', { cause: failure }), []);
      try {
        requireAllowed(
          url,
          found.map(({ address }) => address),
          insideNetworks,
        );
      } catch (cause) {
        return done(cause as Error, []);
      }
      return options.all ? done(null, found) : done(null, found[0].address, found[0].family);
    });
  };
}

function requireAllowed(url: URL, addresses: readonly string[], insideNetworks: readonly string[]): void {
  for (const address of addresses) {
    if (!isPublicAddress(address) && !isInNetworks(address, insideNetworks))
      throw new OutsideFetchError('its host leads to an address inside the network');
    if (url.protocol !== 'https:' && !isLoopbackAddress(address))
      throw new OutsideFetchError('it is not https');
  }
}

async function read(
  response: IncomingMessage,
  { form, maxBytes }: Pick<OutsideFetchOptions, 'form' | 'maxBytes'>,
): Promise<OutsideDocument> {
  const { statusCode = 0 } = response;
  if (form ? statusCode < 200 || statusCode > 299 : statusCode !== OK) {
    response.destroy();
    const isRedirect = statusCode >= 300 && statusCode < 400;
    throw new OutsideFetchError(
      `it answered ${statusCode} instead of ${form ? '2xx' : '200'}${isRedirect ? '; redirects are not followed' : ''}`,
      { status: statusCode, retryAfterMs: retryAfterMs(response.headers) },
    );
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new OutsideFetchError(`its answer is larger than ${maxBytes / 1024} KiB`);
    chunks.push(chunk);
  }
  return { text: Buffer.concat(chunks).toString(), headers: response.headers };
}

/** Reads at most `maxBytes`, and ignores a failure: the status is known already. */
async function beginningOf(response: IncomingMessage, maxBytes: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      size += chunk.length;
      chunks.push(chunk);
      if (size >= maxBytes) break; // which ends the connection
    }
  } catch {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, maxBytes).toString();
}
