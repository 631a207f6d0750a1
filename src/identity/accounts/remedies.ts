import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transaction.js';
import type { Long } from '../../platform/operations/long.js';
import { Clock } from '../../platform/security/clock.js';
import { lockAccount } from './account-statements.js';
import { signInsOf } from '../sign-ins/sign-ins-of.js';
import { ACTING, isActing, type Effect, type Remedy } from '../ways-in/effects.js';
import { ENDED_WAYS, WAYS, type WayKind } from '../ways-in/ways.js';
import { youngSince, type Rank, type Suspending } from '../ways-in/youth.js';

/** The browser from which a remedy came, if the remedy spares one: what belongs to it stays. */
export interface ThisBrowser {
  /** Digest of the id of its session. */
  readonly session: Buffer | null;
  /** Digest of its trust cookie. */
  readonly trust: Buffer | null;
  /** The mark by which the account knows it. */
  readonly known: Buffer | null;
}

export const NO_BROWSER: ThisBrowser = { session: null, trust: null, known: null };

/**
 * How ways in of one kind end: what stays of the browser (nothing, if all of them end), and which ways in are meant.
 */
export interface How extends ThisBrowser, Suspending {
  readonly sparesHelp: boolean;
}

/**
 * Ends or suspends ways in of one kind, in the transaction of the remedy, which holds the account.
 * @returns how many there were
 */
type Ending = (tx: Transaction, accountId: Long, how: How) => Promise<number>;

/** The proof and the occasion of a remedy. */
interface Resting {
  /** What its proof is worth; left out: as much as a password. */
  readonly rank?: Rank;
  /**
   * The identifier whose link was used, which stays: it belongs to the person who applies the remedy; left out: none.
   */
  readonly spared?: Long | null;
  /** The sign-in that the remedy is about, with the further proofs in it; left out: none in particular. */
  readonly beganId?: Long;
  /** What an administrator began to help the owner goes on (D348); left out: it ends. */
  readonly sparesHelp?: boolean;
}

/** How many ways in of each kind a remedy ended. */
type Ended = Partial<Record<WayKind, number>>;

/**
 * Applies a remedy as the registry describes it (D309). Rooms above this one keep most of the rows, so each module
 * registers how its own end; the server does not start if a registration is missing.
 */
@Injectable()
export class Remedies {
  private readonly endings = new Map<WayKind, Ending>();

  register(kind: WayKind, ending: Ending): void {
    this.endings.set(kind, ending);
  }

  constructor(private readonly clock: Clock) {}

  /** Locks the account. @param kept the browser that goes on; left out: none */
  async apply(
    tx: Transaction,
    remedy: Remedy,
    accountId: Long,
    kept: ThisBrowser = NO_BROWSER,
    { rank = 1, beganId, spared = null, sparesHelp = false }: Resting = {},
  ): Promise<Ended> {
    await lockAccount(tx, accountId, 'NO KEY UPDATE');
    const at = this.clock.now();
    const since = youngSince(at);
    const signInIds = beganId === undefined ? null : await signInsOf(tx, accountId, beganId, rank);
    const ended: Ended = {};
    for (const kind of ENDED_WAYS) {
      const effect: Effect = WAYS[kind].effects[remedy];
      if (!isActing(effect)) continue;
      const { young, ofIt } = ACTING[effect];
      const upTo = effect === 'endsWeaker' ? rank : null;
      const reach = { since: young ? since : null, rank, signInIds: ofIt ? signInIds : null, spared, upTo };
      const stays = effect === 'endsOthers' ? kept : NO_BROWSER;
      ended[kind] = await this.endingOf(kind)(tx, accountId, { ...stays, remedy, reach, sparesHelp, at });
    }
    return ended;
  }

  onApplicationBootstrap(): void {
    ENDED_WAYS.forEach((kind) => this.endingOf(kind));
  }

  private endingOf(kind: WayKind): Ending {
    const ending = this.endings.get(kind);
    if (!ending) throw new Error(`no module registers how a remedy ends ${WAYS[kind].name} (${kind})`);
    return ending;
  }
}
