import type { Address } from '../wire/connection.js';
import type { Use, Server } from './server.js';

const RESIDENT = /^process_resident_memory_bytes (\S+)$/m;

/** A server that the fuzzer did not start: it sees only its answers, and its metrics if they are public. */
export class GivenServer implements Server {
  readonly clock = 'the time to the answer';
  readonly isProxied = false;
  readonly isOwn = false;
  readonly hasEnded = false;
  readonly address: Address;

  constructor(readonly url: string) {
    const { hostname, port } = new URL(url);
    this.address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || '80') };
  }

  get description(): string {
    return `the server at ${this.url}`;
  }

  async use(): Promise<Use | null> {
    const answer = await fetch(`${this.url}/metrics`).catch(() => null);
    const rss = Number(RESIDENT.exec((await answer?.text()) ?? '')?.[1] ?? NaN);
    return Number.isNaN(rss) ? null : { live: rss, cpuSeconds: null };
  }

  restart(): Promise<void> {
    return Promise.reject(new Error('only a server of its own can be started again'));
  }

  stop(): Promise<void> {
    return Promise.resolve();
  }
}
