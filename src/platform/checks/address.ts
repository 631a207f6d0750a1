import { isIPv4 } from 'node:net';
import { domainToUnicode } from 'node:url';

/** Scheme, authority if there is one, and the rest of an absolute URL. */
const PARTS = /^([a-z][a-z0-9+.-]*:)(?:\/\/([^/?#\\]*))?(.*)$/is;
/** Invisible characters, and characters that the parser drops or reads as others. */
const UNSEEN = /[\s\\\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}]/u;
const PORT = /^([^/]*\/\/[^/?#]*?):\d+(?=[/?#]|$)/;
/** Where applications on this machine listen. */
const APPLICATION_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
/** Of a host name in its ASCII form; some networks have names with an underscore. A last dot is the root. */
const HOST_NAME = /^(?=.{1,254}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?$/;

export const FRAGMENT = 'must not have a fragment (#…)';

/**
 * The parsed URL, or null. URL.canParse is not used: in Node 20, once optimized, it misreads Latin-1 text such as
 * https://bücher.example.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/**
 * The one form in which an address is kept (D360): without blanks around it, scheme and host in small letters, the host as
 * its A-label (UTS 46), without the default port; other letters than ASCII percent-encoded. What the rules refuse is only
 * trimmed, so that they still see it.
 */
export function normalAddress(text: string): string {
  const given = text.trim();
  const [, , authority, rest] = PARTS.exec(given) ?? [];
  const url = parseUrl(given);
  if (!url || (isOfHost(url) && !authority)) return given; // the parser takes a part of the path for the host
  if (UNSEEN.test(given) || problemWithHost(url, authority) !== null) return given;
  const place = authority === undefined ? '' : `//${url.host}`;
  return `${url.protocol}${place}${rest.replace(/[^!-~]+/g, encodeURI)}`;
}

/**
 * The problem with an address that a record, a setting or a client's request has, or null: one rule for all of them.
 * @param isOfKind whether it has the scheme that it needs
 * @param must the problem of a URL without that scheme: "must be an https URL, such as …"
 */
export function problemWithAddress(
  text: string,
  isOfKind: (url: URL) => boolean,
  must: string,
): string | null {
  const url = parseUrl(text);
  const [, , authority] = PARTS.exec(text) ?? [];
  if (!url || !isOfKind(url) || (isOfHost(url) && !authority)) return must;
  if (UNSEEN.test(text)) return 'must not contain spaces, backslashes, control or invisible characters';
  const problem = problemWithHost(url, authority);
  if (problem !== null) return problem;
  return /[{}]/.test(text) ? 'must not contain { or }: nothing is filled in' : null;
}

/** Whether nobody on the network can read or change a request there: https, or http that stays on this machine. */
export function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || isFreeOfPort(url);
}

/** Whether a URL leads to the machine on which it is used. */
export function isLoopback({ hostname }: URL): boolean {
  return LOOPBACK.test(hostname);
}

/**
 * Whether it is plain http to a program on this machine, which listens at the port that is free (RFC 8252 §7.3): any other
 * port may stand in its place.
 */
export function isFreeOfPort({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && APPLICATION_HOSTS.includes(hostname);
}

/** An address without its port, if any other may stand in its place. */
export function withoutFreePort(address: string): string {
  const url = parseUrl(address);
  return url && isFreeOfPort(url) ? address.replace(PORT, '$1') : address;
}

/**
 * The address with the A-label of its host, if that was written as its U-label (RFC 5890 §2.3.2.1) and in no other
 * spelling that the parser would read as the same; any other text as it is.
 */
export function withAsciiHost(text: string): string {
  const [, scheme, authority = '', rest] = PARTS.exec(text) ?? [];
  const [, host, port = ''] = /^(.*?)(:\d+)?$/s.exec(authority) ?? [];
  const url = /[^!-~]/.test(host) ? parseUrl(text) : null;
  if (!url || !isOfHost(url) || domainToUnicode(url.hostname) !== host) return text;
  return `${scheme}//${url.hostname}${port}${rest}`;
}

/** The schemes whose host is a name or an address of the network; that of others is what their application makes of it. */
function isOfHost({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function problemWithHost(url: URL, authority = ''): string | null {
  if (authority.includes('@')) return 'must not have userinfo (user:password@)';
  if (!isOfHost(url)) return null;
  const { hostname } = url;
  if (authority.includes('%')) return 'must not have a percent-encoded host';
  if (isIPv4(hostname) && authority.replace(/:\d*$/, '') !== hostname)
    return `must have an IPv4 address as four numbers: ${hostname}`;
  return hostname.startsWith('[') || HOST_NAME.test(hostname)
    ? null
    : 'must have a host of letters, digits and hyphens, each part up to 63 characters long';
}
