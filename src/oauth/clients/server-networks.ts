import { canonicalNetwork } from '../../platform/security/public-address.js';

/** The widest that a client may name: more is no server of one partner, and strangers would spend its budget. */
const WIDEST = { ipv4: 16, ipv6: 32 } as const;

/** What is wrong with a network that a client record names as that of its servers (D171), or null. */
export function problemWithServerNetwork(text: string): string | null {
  const network = canonicalNetwork(text);
  if (network === null)
    return 'must be an address or a network in CIDR notation, such as 203.0.113.7 or 2001:db8:1::/48';
  if (network.text !== text) return `must be written ${network.text}`;
  const widest = WIDEST[network.kind];
  return network.bits < widest ? `must not be wider than /${widest}` : null;
}
