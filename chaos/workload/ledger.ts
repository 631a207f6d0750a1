import type { Client } from '../stage/cast.js';
import { Findings } from './findings.js';
import { Successes } from './successes.js';

/** What came of a request: done, refused without a change, or nobody knows. */
export type Outcome = 'done' | 'not' | 'unknown';

/** A grant that was acknowledged. */
export interface Grant {
  readonly client: Client;
  readonly accountId: string;
  /** By which the database knows it; null: of a code. */
  readonly device: string | null;
  accessToken: string;
  refreshToken: string;
  /** performance.now() of the answer that acknowledged its end; null: it goes on. */
  endedAt: number | null;
  /** It was found to be over already: that is told once. */
  isLost: boolean;
}

export interface Family {
  readonly name: string;
  outcome: Outcome;
  isGone: boolean;
}

export interface Account {
  readonly login: string;
  outcome: Outcome;
  id: string | null;
  name: string;
  /** Names of its families. */
  readonly families: Set<string>;
  isGone: boolean;
}

/** How many grants a client got for an account by codes. */
export interface CodeGrants {
  readonly client: Client;
  readonly accountId: string;
  done: number;
  unknown: number;
}

export interface Password {
  readonly identifier: string;
  /** One of them is right: several after changes whose answers were lost. */
  candidates: readonly string[];
  /** It must not work any more; null: none is known. */
  former: string | null;
}

/** All that was acknowledged, and what was found wrong with it. */
export class Ledger {
  readonly findings = new Findings();
  readonly successes = new Successes();
  readonly grants: Grant[] = [];
  /** Sign-ins by password, each on a device of its own. */
  readonly signIns = new Map<string, Outcome>();
  readonly codeGrants: CodeGrants[] = [];
  readonly families: Family[] = [];
  readonly accounts: Account[] = [];
  readonly passwords: Password[] = [];
  /** Requests that nobody answered, or with 503. */
  unavailable = 0;
  private longestMs = 0;

  noteWait(ms: number): void {
    this.longestMs = Math.max(this.longestMs, ms);
  }

  /** The longest wait of a caller: for an answer, until the connection was lost, or until giving up. */
  get longestWaitSeconds(): number {
    return this.longestMs / 1000;
  }

  ended(): Grant[] {
    return this.grants.filter(({ endedAt }) => endedAt !== null);
  }

  open(): Grant[] {
    return this.grants.filter(({ endedAt, isLost }) => endedAt === null && !isLost);
  }
}
