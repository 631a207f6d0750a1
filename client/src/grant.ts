import type { CallName } from './calls.js';
import type { ArgsOf, Client, ResultOf } from './client.js';
import { FizAccessTokenExpiredException, FizAccessTokenInvalidException } from './call-errors.js';
import { OAuthError, SignInRequired } from './errors.js';
import type { Refreshable } from './refreshes.js';
import { replace, take } from './stored.js';
import { MemoryTokens, type Tokens, type TokenStore } from './tokens.js';

/** What lets a client act for one account: calls with the tokens in the store, which are refreshed as needed. */
export class Grant {
  constructor(
    private readonly client: Client,
    private readonly store: TokenStore = new MemoryTokens(),
  ) {}

  /**
   * Makes a call for the account; with an access token that is over, once more with a new one.
   * @throws CallError by the class of its name
   * @throws SignInRequired there are no tokens, or they are over for good
   */
  async call<N extends CallName>(call: N, ...args: ArgsOf<N>): Promise<ResultOf<N>> {
    const tokens = await this.tokens();
    try {
      return await this.client.callWith(tokens, call, ...args);
    } catch (cause) {
      const isOver =
        cause instanceof FizAccessTokenExpiredException || cause instanceof FizAccessTokenInvalidException;
      if (!isOver) throw cause;
      if (tokens.refresh_token === undefined) throw new SignInRequired(cause);
      return this.client.callWith(await this.renewed(tokens as Refreshable), call, ...args);
    }
  }

  /** New tokens before it is time. @throws SignInRequired */
  async refresh(): Promise<Tokens> {
    const tokens = await this.tokens();
    if (tokens.refresh_token === undefined) throw new SignInRequired();
    return this.renewed(tokens as Refreshable);
  }

  /** Ends the grant: its tokens are worth nothing any more. The store is emptied even if the server can't be reached. */
  async revoke(): Promise<void> {
    const tokens = await take(this.store);
    if (tokens) await this.client.revoke(tokens.refresh_token ?? tokens.access_token);
  }

  private async tokens(): Promise<Tokens> {
    const tokens = await this.store.get();
    if (!tokens) throw new SignInRequired();
    return tokens;
  }

  private async renewed(used: Refreshable): Promise<Tokens> {
    try {
      return await this.client.refresh(used, this.store);
    } catch (cause) {
      if (!(cause instanceof OAuthError && cause.error === 'invalid_grant')) throw cause;
      await replace(this.store, used, null);
      const others = await this.store.get(); // of another process with this store, which was faster
      if (others) return others;
      throw new SignInRequired(cause);
    }
  }
}
