import type { IncomingMessage } from 'node:http';
import { invalidParameter, type CallError } from '../errors/call-error.js';

/** The target and host of a request, read once for the lane and Express (D356). */
interface Addressed {
  /** Path and query, whatever form the target has; `*` for the server as a whole. */
  readonly target: string;
  /** The host that the target, or else the Host header, names; null: neither does. */
  readonly host: string | null;
  /** Why the request is refused in any case; null: it is well-formed. */
  readonly fault: CallError | null;
}

const ABSOLUTE = /^(https?):\/\/([^/?]*)(.*)$/is;
/** A name or address with or without a port; empty where the caller knows no name (RFC 9112 §3.2). */
const HOST = /^(?:(?:\[[0-9a-f:.]+\]|[\w.~!$&'()*+;=%-]+)(?::\d{0,5})?)?$/i;
const DEFAULT_PORT = { http: ':80', https: ':443' } as const;
/** Headers of which Node takes the first line, while a proxy may have taken another. */
const ONCE = ['host', 'authorization', 'content-type'];

export function addressedBy({ url = '/', method, headers, rawHeaders }: IncomingMessage): Addressed {
  const host = headers.host ?? null;
  const refused = (message: string): Addressed => ({ target: url, host, fault: invalidParameter(message) });
  const doubled = sentTwice(rawHeaders);
  if (doubled !== null) return refused(`The header ${doubled} stands twice: send it once.`);
  if (host !== null && !HOST.test(host))
    return refused('The Host header must be a host, with or without a port.');
  if (url.includes('#'))
    return refused('The target of a request has no fragment: leave out what follows the #.');
  if (url.startsWith('/')) return { target: url, host, fault: null };
  if (url === '*' && method === 'OPTIONS') return { target: url, host, fault: null };
  const [, scheme, authority, rest] = ABSOLUTE.exec(url) ?? [];
  if (scheme === undefined || authority === '' || !HOST.test(authority))
    return refused('The target of a request must be a path, or an http or https address.');
  if (host !== null && normalized(host, scheme) !== normalized(authority, scheme))
    return refused('The target of the request and its Host header name different hosts.');
  return { target: rest.startsWith('/') ? rest : `/${rest}`, host: authority, fault: null };
}

function sentTwice(rawHeaders: readonly string[]): string | null {
  let seen = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i];
    const index = ONCE.findIndex((each) => each.length === name.length && each === name.toLowerCase());
    if (index === -1) continue;
    if (seen & (1 << index)) return name;
    seen |= 1 << index;
  }
  return null;
}

function normalized(host: string, scheme: string): string {
  const port = DEFAULT_PORT[scheme.toLowerCase() as keyof typeof DEFAULT_PORT];
  const lower = host.toLowerCase();
  return lower.endsWith(port) ? lower.slice(0, -port.length) : lower;
}
