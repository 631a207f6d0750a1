import type { Long } from './long.js';

export type Profile = 'interface' | 'strict';

/** Which families and accounts a client provisions: all, or those that it created. */
export type Provisions = 'all' | 'own';

/** The authenticated client as the layers above need it; never holds a secret. */
export interface CallerClient {
  readonly id: Long;
  readonly clientId: string;
  readonly name: string;
  readonly isPublic: boolean;
  /** §2.3 isOAuth2PasswordBasedAuthorized. */
  readonly isPrivileged: boolean;
  readonly profile: Profile;
  readonly provisions: Provisions;
  readonly keepsRefreshToken: boolean;
  readonly accessLifetimeSeconds: number | null;
  readonly refreshLifetimeSeconds: number | null;
  readonly rulesetName: string;
  /** Whose ExternalIds the client speaks of: several clients of one partner may share it. */
  readonly issuer: string;
  /** Whether the client's ruleset allows the call. */
  allows(callName: string): boolean;
}

/** Who is calling: set once by the guards, then frozen (§5.1). */
export interface Caller {
  /** public: a client that was named without a secret: a Public one (D60), or any in a browser's address (D182). */
  readonly scheme: 'none' | 'session' | 'public' | 'client' | 'bearer' | 'mac';
  readonly client: CallerClient | null;
  readonly accountId: Long | null;
  /** Of the token: what the user consented to; absent: all that the ruleset allows. */
  readonly scope?: string | null;
}

/** The caller and where the request came from: what the audit tells of who did something. */
export interface Requester extends Caller {
  readonly address: string;
}

export const NOBODY: Caller = Object.freeze({ scheme: 'none', client: null, accountId: null });
