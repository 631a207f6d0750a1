import { LRUCache } from 'lru-cache';
import type { Changes, Topic } from './changes.js';
import { SeenBefore } from './seen-before.js';

const LIFETIME_MS = 5000; // D35: a change is in force everywhere within this, even when its NOTIFY was lost

interface Entry<V> {
  readonly value: V;
  readonly sequence: number;
  readonly endsAt: number;
}

interface Options<V> {
  readonly max: number;
  /** What a change of makes the value stale. */
  readonly topicsOf: (key: string, value: V) => Topic[];
  /** What stays of what was loaded; by default all. */
  readonly kept?: (value: V) => V;
}

/**
 * A small in-process cache of rows that other nodes may change: an entry lives 5 s at most, less when told so. When it
 * is full it takes in only what comes again: to keep what comes once costs more than to read it.
 */
export class FreshCache<V> {
  private readonly entries: LRUCache<string, Entry<V>>;
  private readonly seen = new SeenBefore();

  constructor(
    private readonly changes: Pick<Changes, 'sequence' | 'isUnchanged' | 'isFresh'>,
    private readonly options: Options<V>,
  ) {
    this.entries = new LRUCache({ max: options.max });
  }

  get(key: string): V | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    const { value, sequence, endsAt } = entry;
    const isFresh =
      this.changes.isUnchanged(sequence) || this.changes.isFresh(sequence, this.options.topicsOf(key, value));
    if (isFresh && performance.now() < endsAt) return value;
    this.entries.delete(key);
    return undefined;
  }

  /** Loads, and keeps what is worth it; what was not found is not kept. */
  async load(key: string, find: () => Promise<V | null>): Promise<V | null> {
    const { sequence } = this.changes; // taken before the query: a change during it makes the entry stale
    const endsAt = performance.now() + LIFETIME_MS;
    const value = await find();
    if (value !== null && this.hasRoomFor(key))
      this.entries.set(key, { value: this.options.kept?.(value) ?? value, sequence, endsAt });
    return value;
  }

  private hasRoomFor(key: string): boolean {
    return this.entries.size < this.options.max || this.seen.check(key);
  }
}
