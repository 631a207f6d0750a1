import { EntityManager } from 'typeorm';

type Follower = () => unknown;

interface FollowerOptions {
  /** Runs also where the answer to COMMIT was lost: harmless if nothing was committed, needed if it was. */
  readonly evenIfUnknown?: boolean;
}

/**
 * A transaction, and what follows its commit: whatever writes a record says here what has to be told, forgotten or sent
 * then, so that none of its callers has to remember it (D185).
 */
export class Transaction extends EntityManager {
  private readonly followers = new Map<Follower, FollowerOptions>();
  private isOver = false;

  /** Before the caller of the transaction goes on. The same function runs once, however often it is given. */
  afterCommit(work: Follower, options: FollowerOptions = {}): void {
    if (this.isOver) throw new Error('the transaction is over: nothing can follow its commit any more');
    this.followers.set(work, options);
  }

  /** To be called by Database alone, once the connection is given back. */
  async follow(outcome: 'committed' | 'unknown' | 'rolledBack'): Promise<void> {
    this.isOver = true;
    if (outcome === 'rolledBack') return;
    const due = [...this.followers].filter(
      ([, { evenIfUnknown }]) => evenIfUnknown || outcome === 'committed',
    );
    await Promise.all(due.map(([work]) => work()));
  }
}
