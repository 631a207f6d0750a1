import { lookup as lookUpName, type LookupAddress } from 'node:dns';
import { request as requestHttp, type IncomingMessage } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isInNetworks, isLoopback, isPublicAddress } from './public-address.js';

const OK = 200;

/** Why nothing was fetched, in words that may be told to whom the address belongs; the cause is for the log. */
export class OutsideFetchError extends Error {}

export interface OutsideFetchOptions {
  /** Ends it, wherever it hangs. */
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Addresses and networks that are allowed although they are not public. */
  readonly insideNetworks: readonly string[];
  readonly accept: string;
  /** Node's own unless a test brings another. */
  readonly lookUp?: typeof lookUpName;
}

/**
 * Fetches a small document from an address that somebody else chose. Only HTTPS (plain HTTP to loopback alone, where that
 * is allowed), only from machines on the internet, no redirects. Every address that the name leads to is checked, and the
 * connection goes to the addresses that were checked: a name that changes its mind in between gains nothing.
 * @throws OutsideFetchError saying why
 */
export async function fetchOutside(url: URL, options: OutsideFetchOptions): Promise<string> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  // Node asks no lookup for an address that stands in the URL itself.
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
    // A connection of its own: one that is kept open would have been checked for an earlier answer of the name server.
    request(url, { signal, lookup, agent: false, headers: { Accept: accept } })
      .on('response', resolve)
      .on('error', reject)
      .end();
  });
}

/** The connection waits for it and goes by it. */
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
