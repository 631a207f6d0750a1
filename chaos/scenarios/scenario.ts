import { setTimeout as sleep } from 'node:timers/promises';
import type { HealthCheck } from '../workload/balancer.js';
import type { Needs, Stage } from '../stage/stage.js';

export interface Scenario {
  readonly name: string;
  /** For the list and the table. */
  readonly what: string;
  readonly needs?: Needs;
  /** What the load balancer goes by (live): with `ready` a node gets no requests while it knows of trouble. */
  readonly check?: HealthCheck;
  /** Why it can't be made on this machine; null: it can. */
  readonly obstacle?: () => string | null;
  /** The fault, from its begin to its end. */
  readonly strike: (stage: Stage) => Promise<void>;
}

export function forSeconds(seconds: number): Promise<void> {
  return sleep(seconds * 1000);
}
