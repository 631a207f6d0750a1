import { sha256 } from './encoding.js';
import { SignInRequired } from './errors.js';
import { replace } from './stored.js';
import type { Tokens, TokenStore } from './tokens.js';

export type Refreshable = Tokens & { readonly refresh_token: string };

/** Refreshes tokens, by one request at a time for each refresh token, however many ask (D274). */
export class Refreshes {
  private readonly ongoing = new Map<string, Promise<Tokens>>();

  /** @param ask sends the refresh token to the server */
  constructor(private readonly ask: (refreshToken: string) => Promise<Tokens>) {}

  /** The tokens that follow these; they are then in the store: from the server, or from another tab that was faster. */
  async of(used: Refreshable, store: TokenStore): Promise<Tokens> {
    const { refresh_token } = used;
    const asked =
      this.ongoing.get(refresh_token) ??
      alone(refresh_token, () => this.renewed(used, store)).finally(() => this.ongoing.delete(refresh_token));
    this.ongoing.set(refresh_token, asked);
    const next = await asked;
    await replace(store, used, next); // of another caller, the store may be another copy
    return next;
  }

  private async renewed(used: Refreshable, store: TokenStore): Promise<Tokens> {
    const current = await store.get();
    if (!current) throw new SignInRequired();
    if (current.access_token !== used.access_token) return current;
    const next = { ...used, ...(await this.ask(used.refresh_token)) };
    await replace(store, used, next);
    return next;
  }
}

interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
}

/** One at a time in all tabs and workers of an origin, where there are Web Locks. */
async function alone<T>(refreshToken: string, work: () => Promise<T>): Promise<T> {
  const { locks } = (globalThis.navigator ?? {}) as { locks?: Locks };
  return locks ? locks.request(`hearth ${await sha256(refreshToken)}`, work) : work();
}
