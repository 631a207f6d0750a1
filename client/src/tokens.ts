import type { AccessToken } from './calls.js';

/** The answer of `/token`, to the letter: `access_token`, `token_type`, `refresh_token` … */
export type Tokens = AccessToken;

/**
 * Where the tokens of one person are kept: the caller's choice, and the caller's care. A session of a server, a file, a
 * database; `IndexedDB` in a page, if they must outlive it.
 */
export interface TokenStore {
  /** @returns null where nobody is signed in */
  get(): Tokens | null | Promise<Tokens | null>;
  /** @param tokens null: they are over */
  set(tokens: Tokens | null): void | Promise<void>;
}

/** In memory: gone with the page or process. */
export class MemoryTokens implements TokenStore {
  constructor(private tokens: Tokens | null = null) {}

  get(): Tokens | null {
    return this.tokens;
  }

  set(tokens: Tokens | null): void {
    this.tokens = tokens;
  }
}
