import type { Long } from './long.js';

export type Profile = 'interface' | 'strict';

/** Which families and accounts a client may provision: all, or only those that it created. */
export type Provisions = 'all' | 'own';

/** How the id_tokens of a client are signed (RFC 7518 §3.1). */
export type IdTokenSigningAlg = 'RS256' | 'ES256';

/** How an account must have signed in for a call (D252). */
export interface AskedStrength {
  /** The weakest `acr` that is enough. */
  readonly acr: string;
  /** How long ago, at most; null: any time. */
  readonly maxAgeSeconds: number | null;
}

/** How and when the account of a caller signed in. */
export interface Strength {
  /** null: somebody else's word alone. */
  readonly acr: string | null;
  /** Milliseconds since the epoch; null: it is not known. */
  readonly at: number | null;
}

/** The authenticated client, as the layers above need it; without secrets. */
export interface CallerClient {
  readonly id: Long;
  readonly clientId: string;
  readonly name: string;
  readonly isPublic: boolean;
  /** §2.3 isOAuth2PasswordBasedAuthorized. */
  readonly isPrivileged: boolean;
  /** It may send the password of an account that has a second factor. */
  readonly allowsPasswordOfProtectedAccounts: boolean;
  /** Its users may authorize it for devices without a keyboard. */
  readonly allowsDeviceAuthorization: boolean;
  /** It gets no token that is not bound to a key. */
  readonly dpopBoundAccessTokens: boolean;
  /** Its proofs need a nonce of this server. */
  readonly requiresDpopNonce: boolean;
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
  /** Origins of the pages that may read in a browser what it is answered (D263). */
  readonly origins: ReadonlySet<string>;
  /** Whether the client's ruleset allows the call. */
  allows(callName: string): boolean;
  /** What its ruleset asks of the account that makes an allowed call; null: nothing. */
  strengthFor(callName: string): AskedStrength | null;
}

/** The schemes of an access token. */
type TokenScheme = 'bearer' | 'mac' | 'dpop';

/** The caller of an operation: set once by the guards, then frozen (§5.1). */
export interface Caller {
  /**
   * public: a client that was named without a secret: a Public one (D60), or any client in the URL of a browser (D182).
   */
  readonly scheme: 'none' | 'session' | 'public' | 'client' | TokenScheme;
  readonly client: CallerClient | null;
  readonly accountId: Long | null;
  /** Scope of the token, which the user consented to; absent: everything that the ruleset allows. */
  readonly scope?: string | null;
  /** A device password made the token: it never administers. */
  readonly isOfDevicePassword?: boolean;
  /** How strong the account's sign-in was; absent: there is no account. */
  readonly strength?: Strength;
}

/** Whether an access token says who it is. */
export function isByToken({ scheme }: Pick<Caller, 'scheme'>): boolean {
  return scheme === 'bearer' || scheme === 'mac' || scheme === 'dpop';
}

/** The scheme that a challenge names for what the caller presented (RFC 9110 §11.6.1). */
export function challengeScheme({ scheme }: Pick<Caller, 'scheme'>): 'Bearer' | 'DPoP' | 'MAC' {
  if (scheme === 'mac') return 'MAC';
  return scheme === 'dpop' ? 'DPoP' : 'Bearer';
}

/** The caller with the address of the request, for the audit. */
export interface Requester extends Caller {
  readonly address: string;
}

export const NOBODY: Caller = Object.freeze({ scheme: 'none', client: null, accountId: null });
