import { lookup as lookUpName, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInNetworks, isLoopback, isPublicAddress } from './public-address.js';

const OK = 200;

/** The reason why nothing was fetched, fit for the owner of the URL; the cause is for the log. */
export class OutsideFetchError extends Error {}

export interface OutsideFetchOptions {
  /** Aborts the fetch at any stage. */
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Addresses and networks that are allowed although they are not public. */
  readonly insideNetworks: readonly string[];
  readonly accept: string;
  /** Node's own, except in tests. */
  readonly lookUp?: typeof lookUpName;
}

/**
 * Fetches a small document from a URL that somebody else chose. Only HTTPS (plain HTTP to loopback alone, where that is
 * allowed), only from public addresses, without redirects. Every address that the name resolves to is checked, and the
 * connection uses exactly those addresses: changing the DNS answer in between gains nothing.
 * @throws OutsideFetchError with the reason
 */
export async function fetchOutside(url: URL, options: OutsideFetchOptions): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node calls no lookup function for an IP address in the URL.
  if (isIP(host) !== 0) requireAllowed(url, [host], options.insideNetworks);
  try {
    return await read(await get(url, options), options.maxBytes);
  } catch (cause) {
    if (cause instanceof OutsideFetchError) throw cause;
    const { code = 'no answer' } = cause as NodeJS.ErrnoException;
    throw new OutsideFetchError(
      options.signal.aborted ? 'there was no answer in time' : `the connection failed (${code})`,
      { cause },
    );
  }
}

function get(url: URL, options: OutsideFetchOptions): Promise<IncomingMessage> {
  const { signal, accept } = options;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  const lookup = checkedLookup(url, options);
  return new Promise((resolve, reject) => {
    // No keep-alive: a reused connection would have been checked against an earlier DNS answer.
    request(url, { signal, lookup, agent: false, headers: { Accept: accept } })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

/** The connection uses the addresses that it returns. */
function checkedLookup(
  url: URL,
  { insideNetworks, lookUp = lookUpName }: OutsideFetchOptions,
): LookupFunction {
  return (hostname, options, done) => {
    lookUp(hostname, { ...options, all: true }, (failure, found: LookupAddress[]) => {
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
    if (url.protocol !== 'https:' && !isLoopback(address)) throw new OutsideFetchError('it is not https');
  }
}

async function read(response: IncomingMessage, maxBytes: number): Promise<string> {
  const { statusCode = 0 } = response;
  if (statusCode !== OK) {
    response.destroy();
    const isRedirect = statusCode >= 300 && statusCode < 400;
    throw new OutsideFetchError(
      `it answered ${statusCode} instead of 200${isRedirect ? '; redirects are not followed' : ''}`,
    );
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw new OutsideFetchError(`its answer is larger than ${maxBytes / 1024} KiB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
