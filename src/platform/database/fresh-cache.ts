import { LRUCache } from 'lru-cache';
import type { Changes, Topic } from './changes.js';

const LIFETIME_MS = 5000; // D35: a change takes effect everywhere within this time, even if its NOTIFY was lost

interface Entry<V> {
  readonly value: V;
  readonly sequence: number;
  readonly endsAt: number;
}

interface Options<V> {
  readonly max: number;
  /** The topics whose change makes the value stale. */
  readonly topicsOf: (key: string, value: V) => Topic[];
  /** The part of a loaded value to cache; by default all. */
  readonly kept?: (value: V) => V;
}

/**
 * A small in-process cache of rows that other nodes may change: an entry expires after 5 s, or earlier when
 * invalidated. The oldest entry makes room, whether it was used or not: it expires first, and noting each use costs 2 % of
 * a call.
 */
export class FreshCache<V> {
  private readonly entries: LRUCache<string, Entry<V>>;

  constructor(
    private readonly changes: Pick<Changes, 'sequence' | 'isUnchanged' | 'isFresh'>,
    private readonly options: Options<V>,
  ) {
    this.entries = new LRUCache({ max: options.max });
  }

  get(key: string): V | undefined {
    const entry = this.entries.peek(key);
    if (entry === undefined) return undefined;
    const { value, sequence, endsAt } = entry;
    const isFresh =
      this.changes.isUnchanged(sequence) || this.changes.isFresh(sequence, this.options.topicsOf(key, value));
    return isFresh && performance.now() < endsAt ? value : undefined;
  }

  /** Returns the last cached value, however old: for its parts that never change. */
  latest(key: string): V | undefined {
    return this.entries.peek(key)?.value;
  }

  /** Loads a value and caches it if worthwhile; misses are not cached. */
  async load(key: string, find: () => Promise<V | null>): Promise<V | null> {
    const { sequence } = this.changes; // taken before the query: a change during it makes the entry stale
    const endsAt = performance.now() + LIFETIME_MS;
    const value = await find();
    if (value === null) this.entries.delete(key);
    else this.entries.set(key, { value: this.options.kept?.(value) ?? value, sequence, endsAt });
    return value;
  }
}
