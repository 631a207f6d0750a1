import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import proxyAddr from 'proxy-addr';
import type { AppConfig } from '../config/app-config.js';
import type { Origin } from '../operations/exchange.js';
import { addressIn, forwardedOf } from './forwarded.js';

type Trust = (address: string, hop: number) => boolean;
/** Called with the unreadable entry of a trusted proxy, and the address that counts instead. */
type Unreadable = (entry: string, address: string) => void;

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip'];

/** Determines where requests come from: the peer, or the address reported by a proxy of TRUST_PROXY (D44, D355). */
export class OriginReader {
  private readonly trusts: Trust;

  constructor(
    { trustedProxies }: AppConfig,
    private readonly onUnreadable: Unreadable,
  ) {
    if (trustedProxies === null) this.trusts = () => false;
    else if (typeof trustedProxies === 'number') this.trusts = (_address, hop) => hop < trustedProxies;
    else this.trusts = proxyAddr.compile([...trustedProxies]);
  }

  /** Whether this address is a trusted proxy's. */
  isProxy(address: string): boolean {
    return address !== '' && this.trusts(address, 0);
  }

  /** @param host that the caller addressed, according to the request itself */
  read({ socket, headers }: IncomingMessage, host: string | null): Origin {
    const peer = socket.remoteAddress ?? '';
    const isTls = (socket as TLSSocket).encrypted === true;
    // Forwarded headers mean a proxy, trusted or not: the caller behind it is not local.
    const isLoopback = LOOPBACK.test(peer) && !FORWARDED.some((name) => name in headers);
    // A connection that was reset has no peer address any more.
    if (!this.isProxy(peer)) return { address: plain(peer), isEncrypted: isTls, isLoopback, host };
    const { addresses, protos, hosts } = forwardedOf(headers);
    const { address, hops } = this.callerOf(peer, addresses);
    const proto = saidBy(hops, protos);
    return {
      address,
      isEncrypted: proto === undefined ? isTls : proto.toLowerCase() === 'https',
      isLoopback,
      host: saidBy(hops, hosts) || host,
    };
  }

  /**
   * Follows trusted proxies from the peer outward. An entry that is no address ends it: the caller may have written
   * everything before.
   * @returns also how many proxies named their predecessor
   */
  private callerOf(
    peer: string,
    addresses: readonly (string | undefined)[],
  ): { address: string; hops: number } {
    let address = plain(peer);
    let hops = 0;
    while (hops < addresses.length && this.trusts(address, hops)) {
      const entry = addresses[addresses.length - 1 - hops];
      if (entry === undefined) break;
      const before = addressIn(entry);
      if (before === null) {
        this.onUnreadable(entry, address);
        break;
      }
      address = before;
      hops++;
    }
    return { address, hops };
  }
}

/**
 * Returns the entry of the proxy that named the caller; of a shorter list, the first one. Proxies may append to a header of
 * the caller, so earlier entries count for nothing.
 */
function saidBy(hops: number, entries: readonly (string | undefined)[]): string | undefined {
  return entries[Math.max(0, entries.length - Math.max(1, hops))];
}

/** An IPv4 address without its IPv6 prefix, so that it is counted once. */
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
