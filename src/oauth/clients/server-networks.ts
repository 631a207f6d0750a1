import { canonicalNetwork } from '../../platform/security/public-address.js';

/** Shortest prefix that a client may name: a wider network includes strangers, who would use up its budget. */
const WIDEST = { ipv4: 16, ipv6: 32 } as const;

/** The problem with a network that a client record names as one of its servers' (D171), or null. */
export function problemWithServerNetwork(text: string): string | null {
  const network = canonicalNetwork(text);
  if (network === null)
    return 'must be an address or a network in CIDR notation, such as 203.0.113.7 or 2001:db8:1::/48';
  if (network.text !== text) return `must be written ${network.text}`;
  const widest = WIDEST[network.kind];
  return network.bits < widest ? `must not be wider than /${widest}` : null;
}
