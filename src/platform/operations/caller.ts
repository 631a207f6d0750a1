import type { Repeatable } from '../database/once.js';
import type { RateLimitSink } from '../throttle/rate-limit.js';
import type { Long } from './long.js';

/** What is demanded of a client; oauth/clients/client-profiles.ts has the table. */
export type Profile = 'interface' | 'strict' | 'fapi2';

/** Which families and accounts a client may provision: all, or only those that it created. */
export type Provisions = 'all' | 'own';

/** How the id_tokens of a client are signed (RFC 7518 §3.1). */
export type IdTokenSigningAlg = 'RS256' | 'ES256';

/** What the id_tokens of a client tell of the user: all that the scope includes, or only who it is (D395). */
export type IdTokenClaims = 'scope' | 'minimal';

/** How an account must have signed in for a call (D252). */
export interface AskedStrength {
  /** The weakest `acr` that is enough. */
  readonly acr: string;
  /** How long ago, at most; null: any time. */
  readonly maxAgeSeconds: number | null;
}

/** How and when the account of a caller signed in. */
export interface Strength {
  /** null: only another party's word. */
  readonly acr: string | null;
  /** Milliseconds since the epoch; null: unknown. */
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
  /** It only gets tokens that are bound to a key. */
  readonly dpopBoundAccessTokens: boolean;
  /** Its proofs need a nonce of this server. */
  readonly requiresDpopNonce: boolean;
  readonly profile: Profile;
  readonly provisions: Provisions;
  /** A refresh replaces its refresh token, where its profile leaves that to the record. */
  readonly rotatesRefreshToken: boolean;
  readonly accessLifetimeSeconds: number | null;
  readonly refreshLifetimeSeconds: number | null;
  readonly idTokenSigningAlg: IdTokenSigningAlg;
  readonly idTokenClaims: IdTokenClaims;
  readonly rulesetName: string;
  /** The system whose ExternalIds the client uses; several clients of one partner may share it. */
  readonly issuer: string;
  /** Origins of the pages that may read its answers in a browser (D263). */
  readonly origins: ReadonlySet<string>;
  /** Whether the client's ruleset allows the call. */
  allows(callName: string): boolean;
  /** The sign-in strength that its ruleset requires of the account for an allowed call; null: none. */
  strengthFor(callName: string): AskedStrength | null;
}

/** Whether the client itself proved who it is: by its secret, or a token of its own. */
export function isClientItself({ scheme, accountId }: Caller): boolean {
  return scheme === 'client' || (isByToken({ scheme }) && accountId === null);
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
  /** The grant of the token; absent: it came without a token. */
  readonly grantId?: Long;
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
export interface Requester extends Caller, Repeatable {
  readonly told?: RateLimitSink;
  readonly address: string;
}

export const NOBODY: Caller = Object.freeze({ scheme: 'none', client: null, accountId: null });
