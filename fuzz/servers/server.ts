import type { Address } from '../wire/connection.js';

/** What the server's log says of one request. */
export interface LogLine {
  readonly requestId: string;
  /** Name of the operation; `unknown` where none was found. */
  readonly call: string;
  readonly status: number;
  readonly outcome: string;
  readonly ms: number;
}

/** What a process has used. */
export interface Use {
  /** Bytes, after a collection of garbage if that can be had. */
  readonly live: number;
  /** Of processor time; null where it is not told. */
  readonly cpuSeconds: number | null;
}

/** A server that requests are sent to. */
export interface Server {
  readonly description: string;
  readonly url: string;
  readonly address: Address;
  /** How time is measured, for the report. */
  readonly clock: 'the server’s log' | 'the time to the answer';
  /** Whether the server believes the headers of the proxy that the fuzzer plays. */
  readonly isProxied: boolean;
  /** The run may start it anew. */
  readonly isOwn: boolean;
  readonly hasEnded: boolean;
  /** null where it can't be told. */
  use(): Promise<Use | null>;
  /** @throws Error where it is not the run's own */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** What a server of one's own says besides its answers. */
export interface Listener {
  line(text: string, parsed: LogLine | null): void;
  complaint(text: string): void;
  ended(how: string): void;
}
