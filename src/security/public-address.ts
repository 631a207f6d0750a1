import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Network = [Address, number];

/** What ipaddr.js takes for public: networks for benchmarks (RFC 2544). */
const NOT_PUBLIC = ipaddr.parseCIDR('198.18.0.0/15');
/** All that is given out of IPv6 (RFC 4291 §2.4); so that what comes to be special later is not public by mistake. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3');

/**
 * Whether an address belongs to a machine out on the internet: not to this machine, its networks, a cloud's metadata
 * service, or whatever else is not given out. An IPv4 address inside an IPv6 one counts as what it leads to.
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (address === null || address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' ? !isIn(address, NOT_PUBLIC) : isIn(address, GLOBAL_UNICAST);
}

export function isLoopback(text: string): boolean {
  return parse(text)?.range() === 'loopback';
}

/** @param networks addresses, or networks in CIDR notation */
export function isInNetworks(text: string, networks: readonly string[]): boolean {
  const address = parse(text);
  return address !== null && networks.some((network) => isIn(address, parseNetwork(network)));
}

function parse(text: string): Address | null {
  return ipaddr.isValid(text) ? ipaddr.process(text) : null;
}

function parseNetwork(text: string): Network {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.process(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
}

function isIn(address: Address, [network, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}
