import type { Address } from '../wire/connection.js';

/** The server's log line for one request. */
export interface LogLine {
  readonly requestId: string;
  /** Name of the operation; `unknown` if none was found. */
  readonly call: string;
  readonly status: number;
  readonly outcome: string;
  readonly ms: number;
}

/** Resources used by a process. */
export interface Use {
  /** Heap in bytes, after a garbage collection if possible. */
  readonly live: number;
  /** CPU time; null where unknown. */
  readonly cpuSeconds: number | null;
}

/** A server under test. */
export interface Server {
  readonly description: string;
  readonly url: string;
  readonly address: Address;
  /** How durations are measured, for the report. */
  readonly clock: 'the server’s log' | 'the time to the answer';
  /** Whether the server trusts the headers of the fuzzer's proxy. */
  readonly isProxied: boolean;
  /** Whether the run may restart it. */
  readonly isOwn: boolean;
  readonly hasEnded: boolean;
  /** null where unknown. */
  use(): Promise<Use | null>;
  /** @throws Error unless it is the run's own server */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Receives the output of the run's own server. */
export interface Listener {
  line(text: string, parsed: LogLine | null): void;
  complaint(text: string): void;
  ended(how: string): void;
}
