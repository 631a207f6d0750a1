import { LRUCache } from 'lru-cache';
import type { Topic } from './announced-changes.js';
import type { Changes } from './changes.js';

const LIFETIME_MS = 5000; // D35: a change takes effect everywhere within this time, even if its NOTIFY was lost

/** When a value was read; taken before the query, so that a change during it makes the value stale. */
export interface ReadAt {
  readonly sequence: number;
  readonly endsAt: number;
}

interface Entry<V> {
  readonly value: V;
  /** Nothing of it had changed by then. */
  sequence: number;
  readonly endsAt: number;
}

export function readNow({ sequence }: Pick<Changes, 'sequence'>): ReadAt {
  return { sequence, endsAt: performance.now() + LIFETIME_MS };
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
    if (!this.changes.isUnchanged(sequence)) {
      if (!this.changes.isFresh(sequence, this.options.topicsOf(key, value))) return undefined;
      entry.sequence = this.changes.sequence; // asked once for each change of anything, not for each use
    }
    return performance.now() < endsAt ? value : undefined;
  }

  /** Returns the last cached value, however old: for its parts that never change. */
  latest(key: string): V | undefined {
    return this.entries.peek(key)?.value;
  }

  /** Loads a value and caches it if worthwhile; misses are not cached. */
  async load(key: string, find: () => Promise<V | null>): Promise<V | null> {
    const at = readNow(this.changes);
    const value = await find();
    if (value === null) this.entries.delete(key);
    else this.keep(key, value, at);
    return value;
  }

  /** Caches what was read along with something else. */
  keep(key: string, value: V, { sequence, endsAt }: ReadAt): void {
    this.entries.set(key, { value: this.options.kept?.(value) ?? value, sequence, endsAt });
  }
}
