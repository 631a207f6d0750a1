import { LRUCache } from 'lru-cache';
import type { Changes, Topic } from './changes.js';

const LIFETIME_MS = 5000; // D35: a change is in force everywhere within this, even when its NOTIFY was lost

interface Entry<V> {
  readonly value: V;
  readonly topics: readonly Topic[];
  readonly sequence: number;
  readonly endsAt: number;
}

/** A small in-process cache of rows that other nodes may change: an entry lives 5 s at most, less when told so. */
export class FreshCache<V> {
  private readonly entries: LRUCache<string, Entry<V>>;

  constructor(
    private readonly changes: Changes,
    max: number,
  ) {
    this.entries = new LRUCache({ max });
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (performance.now() < entry.endsAt && this.changes.isFresh(entry.sequence, entry.topics))
      return entry.value;
    this.entries.delete(key);
    return undefined;
  }

  /** Loads and keeps what was found; what was not found is not kept. */
  async load(key: string, find: () => Promise<V | null>, topicsOf: (value: V) => Topic[]): Promise<V | null> {
    const { sequence } = this.changes; // taken before the query: a change during it makes the entry stale
    const endsAt = performance.now() + LIFETIME_MS;
    const value = await find();
    if (value !== null) this.entries.set(key, { value, topics: topicsOf(value), sequence, endsAt });
    return value;
  }
}
