import { EntityManager } from 'typeorm';

type Follower = () => unknown;

interface FollowerOptions {
  /** Also run when the answer to COMMIT was lost: harmless if nothing was committed, needed if it was. */
  readonly evenIfUnknown?: boolean;
}

/**
 * A transaction, and the work that follows its commit: code that writes a record registers here what must be announced,
 * invalidated or sent, so that no caller has to remember it (D185).
 */
export class Transaction extends EntityManager {
  private readonly followers = new Map<Follower, FollowerOptions>();
  private isOver = false;

  /** Runs before the caller of the transaction goes on. A function runs once, however often it is registered. */
  afterCommit(work: Follower, options: FollowerOptions = {}): void {
    if (this.isOver) throw new Error('the transaction is over: nothing can follow its commit any more');
    this.followers.set(work, options);
  }

  /** Called only by Database, after it released the connection. */
  async follow(outcome: 'committed' | 'unknown' | 'rolledBack'): Promise<void> {
    this.isOver = true;
    if (outcome === 'rolledBack') return;
    const due = [...this.followers].filter(
      ([, { evenIfUnknown }]) => evenIfUnknown || outcome === 'committed',
    );
    await Promise.all(due.map(([work]) => work()));
  }
}
