import type { Long } from './long.js';

export type Profile = 'interface' | 'strict';

/** Which families and accounts a client may provision: all, or only those that it created. */
export type Provisions = 'all' | 'own';

/** How the id_tokens of a client are signed (RFC 7518 §3.1). */
export type IdTokenSigningAlg = 'RS256' | 'ES256';

/** The authenticated client, as the layers above need it; without secrets. */
export interface CallerClient {
  readonly id: Long;
  readonly clientId: string;
  readonly name: string;
  readonly isPublic: boolean;
  /** §2.3 isOAuth2PasswordBasedAuthorized. */
  readonly isPrivileged: boolean;
  readonly profile: Profile;
  readonly provisions: Provisions;
  /** A refresh replaces its refresh token; of a public or strict client in any case. */
  readonly rotatesRefreshToken: boolean;
  readonly accessLifetimeSeconds: number | null;
  readonly refreshLifetimeSeconds: number | null;
  readonly idTokenSigningAlg: IdTokenSigningAlg;
  readonly rulesetName: string;
  /** The system whose ExternalIds the client uses; several clients of one partner may share it. */
  readonly issuer: string;
  /** Of the pages that may read what it is answered in a browser (D263). */
  readonly origins: ReadonlySet<string>;
  /** Whether the client's ruleset allows the call. */
  allows(callName: string): boolean;
}

/** The caller of an operation: set once by the guards, then frozen (§5.1). */
export interface Caller {
  /**
   * public: a client that was named without a secret: a Public one (D60), or any client in the URL of a browser (D182).
   */
  readonly scheme: 'none' | 'session' | 'public' | 'client' | 'bearer' | 'mac';
  readonly client: CallerClient | null;
  readonly accountId: Long | null;
  /** Scope of the token, which the user consented to; absent: everything that the ruleset allows. */
  readonly scope?: string | null;
}

/** The caller with the address of the request, for the audit. */
export interface Requester extends Caller {
  readonly address: string;
}

export const NOBODY: Caller = Object.freeze({ scheme: 'none', client: null, accountId: null });
