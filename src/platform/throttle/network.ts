import { isIP, isIPv4, isIPv6 } from 'node:net';

/** The /48 of an IPv6 address: the most that one household or machine may be given; null for IPv4. */
export function wideNetworkOf(address: string): string | null {
  if (!isIPv6(address)) return null;
  return `${networkOf(address).split(':').slice(0, 3).join(':')}::/48`;
}

/** Returns the address for PostgreSQL's `inet`; null: it has no such form. */
export function inetOf(address: string): string | null {
  return isIP(address) !== 0 && !address.includes('%') ? address : null;
}

/**
 * The network that an address is counted as: itself, or for IPv6 its /64, since a household gets at least that many
 * addresses.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address; // without a colon, the slow check is not needed
  const [head, tail = ''] = address.split('%')[0].split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === '' ? [] : tail.split(':');
  const missing = address.includes('::') ? 8 - left.length - right.length : 0;
  const groups = [...left, ...Array<string>(Math.max(0, missing)).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/**
 * Returns an address for people to read: without its last part, for IPv6 its /48, since more would identify a household.
 * Such as 203.0.113.x or 2001:db8:7:x.
 */
export function roughNetworkOf(address: string): string | null {
  const wide = wideNetworkOf(address);
  if (wide !== null) return `${wide.slice(0, -'::/48'.length)}:x`;
  return isIPv4(address) ? address.replace(/\d+$/, 'x') : null;
}
