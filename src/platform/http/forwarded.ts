import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { writtenAddress } from '../security/public-address.js';

/** The reports of the proxies on the way, the nearest one last; an entry is undefined if its proxy reports nothing. */
interface Forwarded {
  readonly addresses: readonly (string | undefined)[];
  readonly protos: readonly (string | undefined)[];
  readonly hosts: readonly (string | undefined)[];
}

/** With brackets, a port, or a hidden port of RFC 7239 §6. */
const WITH_PORT = /^(?:\[([^[\]]+)\]|([^:[\]]+))(?::(?:\d{1,5}|_[\w.-]+))?$/;
const NOTHING: Forwarded = { addresses: [], protos: [], hosts: [] };

/**
 * Reads `X-Forwarded-*`, or `Forwarded` (RFC 7239) where no `X-Forwarded-*` was sent: a proxy writes one of the two, and
 * passes the other on as its caller wrote it.
 */
export function forwardedOf(headers: IncomingHttpHeaders): Forwarded {
  const addresses = headers['x-forwarded-for'];
  const protos = headers['x-forwarded-proto'];
  const hosts = headers['x-forwarded-host'];
  if (addresses !== undefined || protos !== undefined || hosts !== undefined)
    return { addresses: listed(addresses), protos: listed(protos), hosts: listed(hosts) };
  return headers.forwarded === undefined ? NOTHING : standard(headers.forwarded);
}

/** The address in an entry: without port, brackets and zone, an IPv4 one without its IPv6 prefix; null: there is none. */
export function addressIn(entry: string): string | null {
  const [, inBrackets, bare] = isIP(entry) === 0 ? (WITH_PORT.exec(entry) ?? []) : [null, entry];
  return writtenAddress(inBrackets ?? bare ?? '');
}

function listed(header: string | string[] | undefined): string[] {
  if (header === undefined) return [];
  return String(header)
    .split(',')
    .map((entry) => unquoted(entry.trim()));
}

/**
 * Splits at each comma, quoted or not: a caller can't begin a quotation that swallows what a proxy appends, and no useful
 * value contains a comma.
 */
function standard(header: string): Forwarded {
  const elements = header.split(',').map(pairsOf);
  const all = (name: string): (string | undefined)[] => elements.map((element) => element.get(name));
  return { addresses: all('for'), protos: all('proto'), hosts: all('host') };
}

/** A name that occurs twice counts for nothing: a proxy that copies the Host header may have copied `h;for=192.0.2.1`. */
function pairsOf(element: string): Map<string, string> {
  const pairs = new Map<string, string>();
  for (const pair of element.split(';')) {
    const [given, ...value] = pair.split('=');
    const name = given.trim().toLowerCase();
    pairs.set(name, pairs.has(name) ? '' : unquoted(value.join('=').trim()));
  }
  return pairs;
}

function unquoted(text: string): string {
  return text.length > 1 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
}
