import { describe, expect, it } from '@jest/globals';
import { FreshCache } from './fresh-cache.js';

interface Value {
  readonly name: string;
  readonly bulk?: string;
}

/** Reports no change except for the topics that a test names. */
class Quiet {
  sequence = 0;
  private readonly changed = new Set<string>();

  change(topic: string): void {
    this.sequence++;
    this.changed.add(topic);
  }

  readonly isUnchanged = (sequence: number): boolean => sequence === this.sequence;
  readonly isFresh = (_sequence: number, topics: readonly string[]): boolean =>
    !topics.some((topic) => this.changed.has(topic));
}

const MAX = 2;

function cacheOf(changes = new Quiet()): FreshCache<Value> {
  return new FreshCache<Value>(changes, {
    max: MAX,
    topicsOf: (key) => [`about:${key}`],
    kept: ({ name }) => ({ name }),
  });
}

async function load(cache: FreshCache<Value>, key: string): Promise<Value | null> {
  return cache.load(key, () => Promise.resolve({ name: key, bulk: 'read along' }));
}

describe('a cache of rows that others may change', () => {
  it('answers with all that was loaded and keeps the part that is to stay', async () => {
    const cache = cacheOf();
    expect(await load(cache, 'a')).toEqual({ name: 'a', bulk: 'read along' });
    expect(cache.get('a')).toEqual({ name: 'a' });
  });

  it('forgets what changed, and nothing else', async () => {
    const changes = new Quiet();
    const cache = cacheOf(changes);
    await load(cache, 'a');
    await load(cache, 'b');
    changes.change('about:a');
    expect(cache.get('a')).toBeUndefined();
    expect(cache.get('b')).toEqual({ name: 'b' });
  });

  it('what changes while it is loaded is not kept', async () => {
    const changes = new Quiet();
    const cache = cacheOf(changes);
    await cache.load('a', () => {
      changes.change('about:a');
      return Promise.resolve({ name: 'as it was' });
    });
    expect(cache.get('a')).toBeUndefined();
  });

  it('keeps nothing of what was not found', async () => {
    const cache = cacheOf();
    expect(await cache.load('a', () => Promise.resolve(null))).toBeNull();
    expect(cache.get('a')).toBeUndefined();
  });

  it('still has the latest of what changed, until it is not found any more', async () => {
    const changes = new Quiet();
    const cache = cacheOf(changes);
    await load(cache, 'a');
    changes.change('about:a');
    expect(cache.get('a')).toBeUndefined();
    expect(cache.latest('a')).toEqual({ name: 'a' });
    await cache.load('a', () => Promise.resolve(null));
    expect(cache.latest('a')).toBeUndefined();
  });

  it('when full keeps anew what it had', async () => {
    const changes = new Quiet();
    const cache = cacheOf(changes);
    for (const key of ['a', 'b']) await load(cache, key);
    changes.change('about:a');
    await cache.load('a', () => Promise.resolve({ name: 'a, anew' }));
    expect(cache.latest('a')).toEqual({ name: 'a, anew' });
  });

  it('when full gives up what was loaded first, though it is in use', async () => {
    const cache = cacheOf();
    for (const key of ['a', 'b']) await load(cache, key);
    expect(cache.get('a')).toEqual({ name: 'a' });
    await load(cache, 'c');
    expect(['a', 'b', 'c'].filter((key) => cache.get(key))).toEqual(['b', 'c']);
  });
});
