import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/**
 * IANA's special-purpose address registries (RFC 6890; as of 2025-10-09), and multicast. This includes the globally
 * reachable entries (AS112, AMT, ORCHIDv2): no web server is there.
 */
const SPECIAL_IPV4 = networksIn([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.31.196.0/24', '192.52.193.0/24', '192.88.99.0/24'],
  ...['192.168.0.0/16', '192.175.48.0/24', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
]);
/**
 * Special networks inside the allocated range below; the rest of the registry (loopback, link local, unique local,
 * NAT64 …) is outside of it.
 */
const SPECIAL_IPV6 = networksIn([
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);
/** The allocated IPv6 range (RFC 4291 §2.4), so that networks that become special later are not public by mistake. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address is on the public internet: not this machine, its networks, a cloud's metadata service, or anything
 * unallocated. An IPv4 address inside an IPv6 one is not public: it is a way around the check.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.kind() === 'ipv4') return !isInAny(address, SPECIAL_IPV4);
  return isIn(address, GLOBAL_UNICAST) && !isInAny(address, SPECIAL_IPV6);
}

export function isLoopbackAddress(text: string): boolean {
  return parse(text)?.range() === 'loopback';
}

/** @param networks addresses, or networks in CIDR notation */
export function isInNetworks(text: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return false;
  const address = parse(text);
  return address !== null && isInAny(address, networksIn(networks));
}

/**
 * An address in its one spelling: IPv6 as URLs have it (RFC 5952), without its zone, and an IPv4 one inside of it as IPv4;
 * null: it is no address. `ipaddr.js` can't read all that `isIP` accepts: `64:ff9b::192.0.2.1`, of networks that only have IPv6.
 */
export function writtenAddress(text: string): string | null {
  const version = isIP(text);
  if (version !== 6) return version === 4 ? text : null;
  const [plain] = text.split('%');
  const written = new URL(`http://[${plain}]`).hostname.slice(1, -1);
  return written.startsWith('::ffff:') ? ipaddr.process(written).toString() : written;
}

/** The canonical form of a network: a single address without `/32` or `/128`; null for an invalid one. */
export function canonicalNetwork(
  text: string,
): { readonly text: string; readonly kind: 'ipv4' | 'ipv6'; readonly bits: number } | null {
  const [address, length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || rest.length > 0) return null;
  const all = version === 4 ? 32 : 128;
  if (length !== undefined && !/^(0|[1-9]\d{0,2})$/.test(length)) return null;
  const bits = length === undefined ? all : Number(length);
  const parsed = ipaddr.parse(writtenAddress(address) as string);
  // An IPv4 address inside an IPv6 one is never compared in that form.
  if (bits > all || (version === 6 && parsed.kind() === 'ipv4')) return null;
  const first = written(withoutHost(parsed, bits));
  return { text: bits === all ? first : `${first}/${bits}`, kind: parsed.kind(), bits };
}

function withoutHost(address: Address, bits: number): Address {
  const bytes = address
    .toByteArray()
    .map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * i))));
  return ipaddr.fromByteArray(bytes);
}

/** IPv6 in the form of RFC 5952, as in URLs. */
function written(address: Address): string {
  const text = address.toNormalizedString();
  return address.kind() === 'ipv4' ? text : new URL(`http://[${text}]`).hostname.slice(1, -1);
}

function parse(text: string): Address | null {
  const written = writtenAddress(text);
  return written === null ? null : ipaddr.parse(written);
}

function networksIn(texts: readonly string[]): Network[] {
  return texts.map(parseNetwork);
}

function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isInAny(address: Address, networks: readonly Network[]): boolean {
  return networks.some((network) => isIn(address, network));
}

function isIn(address: Address, [network, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
