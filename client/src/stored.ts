import type { Tokens, TokenStore } from './tokens.js';

/** What is being done to each store now. */
const ongoing = new WeakMap<TokenStore, Promise<unknown>>();

/** Puts `next` in the place of `used`, unless the user signed out or in meanwhile. */
export function replace(store: TokenStore, used: Tokens, next: Tokens | null): Promise<void> {
  return inTurn(store, async () => {
    if ((await store.get())?.access_token === used.access_token) await store.set(next);
  });
}

/** Empties the store. @returns what was in it */
export function take(store: TokenStore): Promise<Tokens | null> {
  return inTurn(store, async () => {
    const tokens = await store.get();
    await store.set(null);
    return tokens;
  });
}

/** One after another: between what one of them reads and what it writes there is no other, however slow the store is. */
function inTurn<T>(store: TokenStore, work: () => Promise<T>): Promise<T> {
  const done = (ongoing.get(store) ?? Promise.resolve()).then(work);
  ongoing.set(
    store,
    done.catch(() => null),
  );
  return done;
}
