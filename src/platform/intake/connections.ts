import { Injectable } from '@nestjs/common';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Counter } from 'prom-client';
import { AppConfig } from '../config/app-config.js';
import { Clock } from '../security/clock.js';
import { Metrics } from '../telemetry/metrics.js';
import { networkOf } from '../throttle/network.js';
import { CallerConnection } from './caller-connection.js';

const CONNECTION = Symbol('connection');
type Tracked = Socket & { [CONNECTION]?: CallerConnection };
type Limit = 'address' | 'all';

/**
 * The open connections and their limits: for each address (an IPv6 network of /64; not for trusted proxies), and in
 * total. Beyond a limit, the connection that has waited longest for its caller is closed; for the total, one of the
 * address with the most connections: slow callers lose theirs, and calls go on.
 */
@Injectable()
export class Connections {
  /** By address and port of the peer, which a TLS socket shares with its underlying socket. */
  private readonly byPeer = new Map<string, CallerConnection>();
  private readonly byNetwork = new Map<string, Set<CallerConnection>>();
  private mostOpen = 0;
  private readonly closed: Record<Limit, number> = { address: 0, all: 0 };
  private closedAt: Date | null = null;
  private readonly counter: Counter<'limit'>;

  constructor(
    private readonly config: AppConfig,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    metrics.observe('hearth_connections_open', 'Open connections of callers.', () => this.byPeer.size);
    this.counter = metrics.counter(
      'hearth_connections_closed_total',
      'Connections closed because there were too many, of one address or in all.',
      ['limit'],
    );
    for (const limit of ['address', 'all'] as const) this.counter.inc({ limit }, 0);
  }

  get numbers() {
    const { byPeer, mostOpen, closed, closedAt } = this;
    return { open: byPeer.size, mostOpen, closed: { ...closed }, closedAt };
  }

  /** @param isProxy whether an address is a trusted proxy's, with any number of callers behind it */
  watch(server: Server, isProxy: (address: string) => boolean): void {
    server.prependListener('connection', (socket: Socket) => {
      const address = socket.remoteAddress ?? '';
      const network = isProxy(address) ? null : networkOf(address);
      // Deferred: the listeners after this one expect an open socket.
      if (!this.makeRoomFor(network)) return void setImmediate(() => socket.destroy());
      const connection = new CallerConnection(socket, peerOf(socket), network);
      this.add(connection);
      socket.once('close', () => this.remove(connection));
      if (this.config.tls === null) track(socket, connection);
    });
    server.on('secureConnection', (socket: Socket) => {
      const connection = this.byPeer.get(peerOf(socket));
      if (connection) track(socket, connection);
    });
  }

  /** The connection of a request. */
  of({ socket }: IncomingMessage): CallerConnection | undefined {
    return (socket as Tracked)[CONNECTION];
  }

  private add(connection: CallerConnection): void {
    const { peer, network } = connection;
    this.byPeer.set(peer, connection);
    this.mostOpen = Math.max(this.mostOpen, this.byPeer.size);
    if (network === null) return;
    const its = this.byNetwork.get(network);
    if (its) its.add(connection);
    else this.byNetwork.set(network, new Set([connection]));
  }

  private remove(connection: CallerConnection): void {
    const { peer, network } = connection;
    if (this.byPeer.get(peer) === connection) this.byPeer.delete(peer);
    if (network === null) return;
    const its = this.byNetwork.get(network);
    if (its?.delete(connection) && its.size === 0) this.byNetwork.delete(network);
  }

  private makeRoomFor(network: string | null): boolean {
    const { maxConnections, maxConnectionsPerAddress } = this.config;
    const its = network === null ? undefined : this.byNetwork.get(network);
    if (its && its.size >= maxConnectionsPerAddress) return this.closeOneOf(its, 'address');
    return this.byPeer.size < maxConnections || this.closeOneOf(this.largest(), 'all');
  }

  /** Closes the one that has waited longest for its caller; false when all of them are being answered. */
  private closeOneOf(connections: Iterable<CallerConnection>, limit: Limit): boolean {
    this.closed[limit]++;
    this.closedAt = this.clock.now();
    this.counter.inc({ limit });
    let found: CallerConnection | null = null;
    let since = Infinity;
    for (const connection of connections) {
      const { waitingSince } = connection;
      if (waitingSince === null || waitingSince >= since) continue;
      found = connection;
      since = waitingSince;
    }
    if (found === null) return false;
    found.close();
    this.remove(found);
    return true;
  }

  private largest(): Iterable<CallerConnection> {
    let largest = new Set<CallerConnection>();
    for (const its of this.byNetwork.values()) if (its.size > largest.size) largest = its;
    return largest;
  }
}

function track(socket: Tracked, connection: CallerConnection): void {
  socket[CONNECTION] = connection;
  connection.lingerOn(socket);
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress}:${remotePort}`;
}
