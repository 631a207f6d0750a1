import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { SECOND } from '../../platform/security/clock.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import type { KnownResource } from '../resources/known-resources.js';
import type { IssuedTokens } from './access-token.view.js';
import { writeAccessToken } from './format/access-token.js';
import { LONGEST_JWT_S } from '../resources/resource.fields.js';
import { accessSecretOf, grantAnchorOf, freshSecret } from './format/grant-secret.js';
import {
  readRefreshToken,
  refreshTag,
  writeRefreshToken,
  type ReadRefreshToken,
} from './format/refresh-token.js';
import { NOT_NARROWED, scopeBits } from './format/scope-bits.js';
import { TokenKeys, type TokenKey } from './format/token-keys.js';
import { unsignedAccessToken, type TokenFacts } from './jwt-access-tokens.js';
import { isForOthers, keptTarget, numbersIn, type Target } from './target.js';
import { Targets } from './targets.js';
import type { TokenType } from './token-grant.entity.js';

/** A new grant: what its row keeps, and what its tokens are made of. */
interface FreshGrant {
  /** For the row. */
  readonly anchor: Buffer;
  /** For the row. */
  readonly refreshDigest: Buffer;
  /** For its access tokens. */
  readonly accessSecret: Buffer;
  /** Its first refresh token, once the row has an id. */
  readonly refreshToken: (grantId: Long) => string;
}

/** The grant that an access token is made of, and what it shall say. */
interface AccessTokenOf extends Omit<TokenFacts, 'expiresAt'> {
  readonly accessSecret: Buffer;
  readonly tokenType: TokenType;
  /** No token outlives its grant; null: the grant does not end. */
  readonly grantEndsAt: number | null;
  /** What it is for. */
  readonly target: Target;
}

/** A new grant that has its row now. */
interface StoredGrant extends Pick<
  AccessTokenOf,
  'client' | 'grantId' | 'tokenType' | 'thumbprint' | 'scope' | 'target' | 'signIn'
> {
  readonly grant: FreshGrant;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** A new access token, as it is answered. */
type FreshAccessToken = Pick<
  IssuedTokens,
  'tokenType' | 'accessToken' | 'jwt' | 'expiresAt' | 'macKey' | 'macAlgorithm'
>;

/** The refresh token that replaces another, the same on every node. */
export interface NextRefreshToken {
  readonly generation: number;
  readonly plain: string;
  /** For the row. */
  readonly digest: Buffer;
}

/** Makes tokens. Nothing is stored of an access token, and of a refresh token only what its grant's row keeps. */
@Injectable()
export class FreshTokens {
  constructor(
    private readonly keys: TokenKeys,
    private readonly config: AppConfig,
    readonly targets: Targets,
  ) {}

  /** When a grant ends that is used now: it lasts as long as both of its tokens. All in milliseconds since the epoch. */
  grantEnd(client: CallerClient, tokenType: TokenType, now: number): number {
    const usual = (client.refreshLifetimeSeconds ?? this.config.refreshLifetimeSeconds) * SECOND;
    const { unusedSeconds } = refreshLimits(client);
    const refresh = unusedSeconds === null ? usual : Math.min(usual, unusedSeconds * SECOND);
    return now + Math.max(this.accessLifetime(client, tokenType), refresh);
  }

  grant(): FreshGrant {
    const secret = freshSecret();
    const accessSecret = accessSecretOf(secret);
    const first = refreshTag(this.keys.newest, secret, 0);
    return {
      anchor: grantAnchorOf(accessSecret),
      refreshDigest: this.keys.digestOfRefresh(secret, first.tag),
      accessSecret,
      refreshToken: (grantId) => writeRefreshToken(grantId, secret, first),
    };
  }

  /** The first tokens of a grant. */
  first({ grant, createdAt, endsAt, ...of }: StoredGrant) {
    const { accessSecret } = grant;
    const access = this.access({ ...of, accessSecret, issue: 0, issuedAt: createdAt, grantEndsAt: endsAt });
    return { refreshToken: grant.refreshToken(of.grantId), ...access };
  }

  /** null: it is no refresh token of this server, or its key is not listed. */
  read(plain: string): ReadRefreshToken | null {
    return readRefreshToken(this.keys, plain);
  }

  next(presented: ReadRefreshToken): NextRefreshToken {
    return this.ofGeneration(presented, presented.generation + 1, this.keys.newest);
  }

  /** The refresh token of a generation whose digest is known; null: the key that made it is not listed any more. */
  again(presented: ReadRefreshToken, generation: number, digest: Buffer | null): string | null {
    for (const key of this.keys.listed) {
      const made = this.ofGeneration(presented, generation, key);
      if (digest !== null && isSameDigest(made.digest, digest)) return made.plain;
    }
    return null;
  }

  private ofGeneration(
    { grantId, secret }: ReadRefreshToken,
    generation: number,
    key: TokenKey,
  ): NextRefreshToken {
    const made = refreshTag(key, secret, generation);
    const digest = this.keys.digestOfRefresh(secret, made.tag);
    return { generation, plain: writeRefreshToken(grantId, secret, made), digest };
  }

  access(of: AccessTokenOf): FreshAccessToken {
    const { client, grantId, issue, issuedAt, grantEndsAt, thumbprint, scope, accessSecret: secret } = of;
    const isOfInterface = client.profile === 'interface';
    const jwtFor = jwtResourceOf(of);
    const lifetime = lifetimeFor(of.target, this.accessLifetime(client, of.tokenType), jwtFor !== null);
    const expiresAt = Math.min(issuedAt + lifetime, grantEndsAt ?? Infinity);
    const macAlgorithm = of.tokenType === 'mac' ? profileRulesOf(client).macAlgorithm : null;
    const tokenType = thumbprint === null ? of.tokenType : 'dpop';
    const jwt = jwtFor ? unsignedAccessToken(this.config.publicUrl, jwtFor, { ...of, expiresAt }) : undefined;
    const kept = keptTarget(of.target);
    const target = kept === null ? null : { numbers: numbersIn(kept), scope: scope ?? '' };
    const { plain: accessToken, macKey } = writeAccessToken(this.keys, {
      ...{ grantId, issue, issuedAt, expiresAt, tokenType, macAlgorithm, isOfInterface },
      ...{ scope: target === null ? scopeBits(scope) : NOT_NARROWED, target, secret, thumbprint },
    });
    return { tokenType, accessToken, jwt, expiresAt, macKey, macAlgorithm };
  }
  /** In milliseconds: from the client's record, else from the settings (D48). */
  private accessLifetime(client: CallerClient, tokenType: TokenType): number {
    const { bearerLifetimeSeconds, macLifetimeSeconds } = this.config;
    const usual = tokenType === 'mac' ? macLifetimeSeconds : bearerLifetimeSeconds;
    return (client.accessLifetimeSeconds ?? usual) * SECOND;
  }
}

/** The resource whose JWT it is; null: it is opaque. Clients of profile `interface` get none (D404). */
function jwtResourceOf({ client, target, tokenType }: AccessTokenOf): KnownResource | null {
  const [resource] = target.resources;
  const isForOne = isForOthers(target) && !target.isHere && target.resources.length === 1;
  const isPossible = isForOne && tokenType === 'bearer' && client.profile !== 'interface';
  return isPossible && resource.tokenFormat === 'jwt' ? resource : null;
}

/** All in milliseconds. The shortest of what its resources ask for counts. */
function lifetimeFor({ resources }: Target, usual: number, isJwt: boolean): number {
  const asked = resources
    .map(({ accessLifetimeSeconds }) => accessLifetimeSeconds)
    .filter((seconds) => seconds !== null)
    .map((seconds) => seconds * SECOND);
  const shortest = asked.length === 0 ? usual : Math.min(...asked);
  return isJwt ? Math.min(shortest, LONGEST_JWT_S * SECOND) : shortest;
}

/**
 * Limits that apply to a refresh token whatever lifetime it was issued with: how long it may go unused, and how long
 * after the grant it still works; null: none.
 */
export function refreshLimits(client: CallerClient): {
  totalSeconds: number | null;
  unusedSeconds: number | null;
} {
  return profileRulesOf(client).refreshLimits ?? { totalSeconds: null, unusedSeconds: null };
}
