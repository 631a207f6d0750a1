import { LRUCache } from 'lru-cache';
import type { Changes, Topic } from './changes.js';

const LIFETIME_MS = 5000; // D35: a change is in force everywhere within this, even when its NOTIFY was lost

interface Entry<V> {
  readonly value: V;
  readonly sequence: number;
  readonly endsAt: number;
}

/** A small in-process cache of rows that other nodes may change: an entry lives 5 s at most, less when told so. */
export class FreshCache<V> {
  private readonly entries: LRUCache<string, Entry<V>>;

  constructor(
    private readonly changes: Changes,
    max: number,
    /** What a change of makes the value stale. */
    private readonly topicsOf: (key: string, value: V) => Topic[],
  ) {
    this.entries = new LRUCache({ max });
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    const { value, sequence, endsAt } = entry;
    const isFresh =
      this.changes.isUnchanged(sequence) || this.changes.isFresh(sequence, this.topicsOf(key, value));
    if (isFresh && performance.now() < endsAt) return value;
    this.entries.delete(key);
    return undefined;
  }

  /** Loads and keeps what was found; what was not found is not kept. */
  async load(key: string, find: () => Promise<V | null>): Promise<V | null> {
    const { sequence } = this.changes; // taken before the query: a change during it makes the entry stale
    const endsAt = performance.now() + LIFETIME_MS;
    const value = await find();
    if (value !== null) this.entries.set(key, { value, sequence, endsAt });
    return value;
  }
}
