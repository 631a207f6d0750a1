import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import proxyAddr from 'proxy-addr';
import type { AppConfig } from '../config/app-config.js';
import type { Origin } from '../operations/exchange.js';

type Trust = (address: string, hop: number) => boolean;

const LOOPBACK = /^(127\.|::1$|::ffff:127\.)/;
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host', 'x-real-ip'];

/** Determines where requests come from: the peer, or the address reported by a proxy of TRUST_PROXY (D44). */
export class OriginReader {
  private readonly trusts: Trust;

  constructor(config: AppConfig) {
    const { trustedProxies } = config;
    if (trustedProxies === null) this.trusts = () => false;
    else if (typeof trustedProxies === 'number') this.trusts = (_address, hop) => hop < trustedProxies;
    else this.trusts = proxyAddr.compile([...trustedProxies]);
  }

  /** Whether this address is a trusted proxy's. */
  isProxy(address: string): boolean {
    return address !== '' && this.trusts(address, 0);
  }

  read(request: IncomingMessage): Origin {
    const { socket, headers } = request;
    const peer = socket.remoteAddress ?? '';
    const isTls = (socket as TLSSocket).encrypted === true;
    const host = headers.host ?? null;
    // Forwarded headers mean a proxy, trusted or not: the caller behind it is not local.
    const isLoopback = LOOPBACK.test(peer) && !FORWARDED.some((name) => name in headers);
    // A connection that was reset has no peer address any more.
    if (!this.isProxy(peer)) {
      return { address: plain(peer), isEncrypted: isTls, isLoopback, host };
    }
    const address = proxyAddr(request, this.trusts) ?? peer;
    const forwardedProto = first(headers['x-forwarded-proto']);
    return {
      address: plain(address),
      isEncrypted: forwardedProto === undefined ? isTls : forwardedProto.toLowerCase() === 'https',
      isLoopback,
      host: first(headers['x-forwarded-host']) ?? host,
    };
  }
}

function first(value: string | string[] | undefined): string | undefined {
  const text = Array.isArray(value) ? value[0] : value;
  return text?.split(',')[0].trim();
}

/** An IPv4 address without its IPv6 prefix, so that it is counted once. */
function plain(address: string): string {
  return address.startsWith('::ffff:') ? address.slice(7) : address;
}
