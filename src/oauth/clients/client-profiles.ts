import type {
  IdTokenClaims,
  IdTokenSigningAlg,
  Profile,
  Provisions,
} from '../../platform/operations/caller.js';

const DAY_SECONDS = 86_400;

/** What a profile demands of its clients and gives them. */
interface ProfileRules {
  /** Its name in a sentence: "a strict client". */
  readonly called: string;
  /** Legacy features are refused; otherwise they are counted (D68). */
  readonly refusesLegacy: boolean;
  /** Where RedirectUrls may lead (D315): safe is https, or http on a loopback address. */
  readonly redirectsTo: 'anywhere' | 'safe' | 'https';
  /** A redirect_uri equals a RedirectUrl, character by character; only the port of a loopback address is free (D68). */
  readonly matchesExactly: boolean;
  /** A code needs PKCE, even where a secret or key will authenticate its exchange (D60). */
  readonly needsPkce: boolean;
  /** May be answered with an id_token instead of a code (D225). */
  readonly getsIdTokenAlone: boolean;
  /** An authorization belongs to the browser that began it; otherwise a server may begin it and hand it on (D202). */
  readonly bindsBrowser: boolean;
  /** An acr_values that can't be met is an error, not a wish (D251). */
  readonly acrIsEssential: boolean;
  /** What an id_token tells of the user unless its record says so. */
  readonly idTokenClaims: IdTokenClaims;
  /** The status of a redirect after a form (D203). */
  readonly statusAfterForm: 302 | 303;
  /** What it provisions unless its record says so (D158). */
  readonly provisions: Provisions;
  /** How calls with its MAC tokens are signed (D50). */
  readonly macAlgorithm: 'hmac-sha-1' | 'hmac-sha-256';
  /** Whether a refresh replaces the refresh token; record: as the record says, always of a public client (D49). */
  readonly rotates: 'always' | 'never' | 'record';
  /** Limits of refresh tokens, whatever lifetime they were issued with; null: none (D68). */
  readonly refreshLimits: { readonly totalSeconds: number; readonly unusedSeconds: number } | null;
  /** A replaced refresh token that comes back from another network ends the grant at once (D314). */
  readonly endsOnRepeatElsewhere: boolean;
  /** What a record of this profile always has, whatever its columns say (D412). */
  readonly always: {
    readonly requirePushedAuthorizationRequests?: true;
    readonly dpopBoundAccessTokens?: true;
    readonly requiresPrivateKeyJwt?: true;
    readonly isPrivileged?: false;
    readonly idTokenSigningAlg?: IdTokenSigningAlg;
  };
  /** Algorithms of client assertions (D411). */
  readonly assertionAlgorithms: readonly string[];
  /** What a client assertion may have as aud: only the issuer as a string, or also an endpoint or a list (D411). */
  readonly audience: 'issuer' | 'endpoint';
  /** Algorithms of DPoP proofs; null: all that the server takes. */
  readonly proofAlgorithms: readonly string[] | null;
  /** How far ahead the iat and nbf of a DPoP proof may be, in seconds; null: as with MAC (D51). */
  readonly proofAheadSeconds: number | null;
}

const STRICT_REFRESH = { totalSeconds: 365 * DAY_SECONDS, unusedSeconds: 90 * DAY_SECONDS };
/** FAPI 2.0 Security Profile, 5.4.1; Ed25519 is the name of EdDSA with that curve in RFC 9864. */
const FAPI_ALGORITHMS = ['ES256', 'PS256', 'EdDSA', 'Ed25519'];

const INTERFACE: ProfileRules = {
  called: 'client of the profile interface',
  refusesLegacy: false,
  redirectsTo: 'anywhere',
  matchesExactly: false,
  needsPkce: false,
  getsIdTokenAlone: true,
  bindsBrowser: false,
  acrIsEssential: false,
  idTokenClaims: 'scope',
  statusAfterForm: 302,
  provisions: 'all',
  macAlgorithm: 'hmac-sha-1',
  rotates: 'record',
  refreshLimits: null,
  endsOnRepeatElsewhere: false,
  always: {},
  assertionAlgorithms: [...FAPI_ALGORITHMS, 'RS256'],
  audience: 'endpoint',
  proofAlgorithms: null,
  proofAheadSeconds: null,
};

const STRICT: ProfileRules = {
  ...INTERFACE,
  called: 'strict client',
  refusesLegacy: true,
  redirectsTo: 'safe',
  matchesExactly: true,
  needsPkce: true,
  getsIdTokenAlone: false,
  bindsBrowser: true,
  acrIsEssential: true,
  idTokenClaims: 'minimal',
  statusAfterForm: 303,
  provisions: 'own',
  macAlgorithm: 'hmac-sha-256',
  rotates: 'always',
  refreshLimits: STRICT_REFRESH,
  endsOnRepeatElsewhere: true,
};

/**
 * All that differs between the profiles of clients (D68, D412): code asks this table, never for a profile by its name.
 * Only what the interface promises an `interface` client is asked by name.
 */
const CLIENT_PROFILES: Readonly<Record<Profile, ProfileRules>> = {
  interface: INTERFACE,
  strict: STRICT,
  // FAPI 2.0 Security Profile (Final)
  fapi2: {
    ...STRICT,
    called: 'fapi2 client',
    redirectsTo: 'https',
    rotates: 'never',
    always: {
      requirePushedAuthorizationRequests: true,
      dpopBoundAccessTokens: true,
      requiresPrivateKeyJwt: true,
      isPrivileged: false,
      idTokenSigningAlg: 'ES256',
    },
    assertionAlgorithms: FAPI_ALGORITHMS,
    audience: 'issuer',
    proofAlgorithms: FAPI_ALGORITHMS,
    proofAheadSeconds: 60,
  },
};

export function profileRulesOf({ profile }: { readonly profile: Profile }): ProfileRules {
  return CLIENT_PROFILES[profile];
}

export function isProfile(name: unknown): name is Profile {
  return typeof name === 'string' && Object.hasOwn(CLIENT_PROFILES, name);
}

/**
 * Whether a client authenticates by its key, and by no secret: as its profile says, else its record (D410). Of a record
 * whose values were not checked yet, an unknown profile says nothing.
 */
export function authenticatesByKey({
  profile,
  requiresPrivateKeyJwt,
}: {
  readonly profile?: Profile;
  readonly requiresPrivateKeyJwt?: boolean;
}): boolean {
  const always = isProfile(profile) && profileRulesOf({ profile }).always.requiresPrivateKeyJwt;
  return always || requiresPrivateKeyJwt === true;
}

/** The profiles for which something holds. */
export function profilesWith(holds: (rules: ProfileRules) => boolean): Profile[] {
  return (Object.keys(CLIENT_PROFILES) as Profile[]).filter((profile) => holds(CLIENT_PROFILES[profile]));
}
