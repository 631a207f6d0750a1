import { canonicalNetwork } from '../../platform/security/public-address.js';

/** The widest that a client may name: more is no server of one partner, and strangers would spend its budget. */
const WIDEST = { ipv4: 16, ipv6: 32 } as const;
const MOST = 100;

/** What is wrong with the networks that a client record names as those of its servers (D171). */
export function problemWithServerNetworks(networks: readonly string[]): string[] {
  if (networks.length > MOST) return [`must be ${MOST} networks at most`];
  return networks.flatMap((text) => {
    const problem = problemWith(text);
    return problem === null ? [] : [`${JSON.stringify(text.slice(0, 64))} ${problem}`];
  });
}

function problemWith(text: string): string | null {
  const network = canonicalNetwork(text);
  if (network === null)
    return 'must be an address or a network in CIDR notation, such as 203.0.113.7 or 2001:db8:1::/48';
  if (network.text !== text) return `must be written ${network.text}`;
  const widest = WIDEST[network.kind];
  return network.bits < widest ? `must not be wider than /${widest}` : null;
}
