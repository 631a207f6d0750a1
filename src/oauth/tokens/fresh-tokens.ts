import { Injectable } from '@nestjs/common';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Long } from '../../platform/operations/long.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import type { MacAlgorithm } from '../mac/mac.js';
import { writeAccessToken, type AccessTokenType } from './format/access-token.js';
import { accessSecretOf, anchorOf, freshSecret } from './format/grant-secret.js';
import {
  readRefreshToken,
  refreshTag,
  writeRefreshToken,
  type ReadRefreshToken,
} from './format/refresh-token.js';
import { scopeBits } from './format/scope-bits.js';
import { TokenKeys, type TokenKey } from './format/token-keys.js';
import { Lifetimes } from './lifetimes.js';
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
interface AccessTokenOf {
  readonly client: CallerClient;
  readonly grantId: Long;
  readonly accessSecret: Buffer;
  readonly tokenType: TokenType;
  /** Thumbprint of the key that it is bound to; null: none. */
  readonly thumbprint: Buffer | null;
  readonly issue: number;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** No token outlives its grant; null: the grant does not end. */
  readonly grantEndsAt: number | null;
  /** Less than its grant is of; null: not less. */
  readonly scope: string | null;
}

/** A new grant that has its row now. */
interface StoredGrant extends Pick<AccessTokenOf, 'client' | 'grantId' | 'tokenType' | 'thumbprint'> {
  readonly grant: FreshGrant;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  /** Milliseconds since the epoch. */
  readonly endsAt: number;
}

/** A new access token, as it is answered. */
interface FreshAccessToken {
  readonly tokenType: AccessTokenType;
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly macKey: string | null;
  readonly macAlgorithm: MacAlgorithm | null;
}

/** With the refresh token beside it. */
interface FirstTokens extends FreshAccessToken {
  readonly refreshToken: string;
}

/** The refresh token that takes the place of another: the same whoever makes it. */
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
    private readonly lifetimes: Lifetimes,
  ) {}

  /** When a grant ends that is used now. All in milliseconds since the epoch. */
  grantEnd(client: CallerClient, tokenType: TokenType, now: number): number {
    return now + this.lifetimes.grant(client, tokenType);
  }

  grant(): FreshGrant {
    const secret = freshSecret();
    const accessSecret = accessSecretOf(secret);
    const first = refreshTag(this.keys.newest, secret, 0);
    return {
      anchor: anchorOf(accessSecret),
      refreshDigest: this.keys.digestOfRefresh(secret, first.tag),
      accessSecret,
      refreshToken: (grantId) => writeRefreshToken(grantId, secret, first),
    };
  }

  /** The first tokens of a grant. */
  first({ client, grant, grantId, tokenType, thumbprint, createdAt, endsAt }: StoredGrant): FirstTokens {
    const { accessSecret } = grant;
    const of = { issue: 0, issuedAt: createdAt, grantEndsAt: endsAt, scope: null };
    const access = this.access({ client, grantId, tokenType, thumbprint, accessSecret, ...of });
    return { refreshToken: grant.refreshToken(grantId), ...access };
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
    const usualEnd = issuedAt + this.lifetimes.access(client, of.tokenType);
    const expiresAt = grantEndsAt === null ? usualEnd : Math.min(usualEnd, grantEndsAt);
    // §2.4 knows hmac-sha-1 alone; a strict client gets an algorithm that is not broken (D50).
    const mac = isOfInterface ? 'hmac-sha-1' : 'hmac-sha-256';
    const macAlgorithm = of.tokenType === 'mac' ? mac : null;
    const tokenType = thumbprint === null ? of.tokenType : 'dpop';
    const { plain: accessToken, macKey } = writeAccessToken(this.keys, {
      ...{ grantId, issue, issuedAt, expiresAt, tokenType, macAlgorithm, isOfInterface },
      ...{ scope: scopeBits(scope), secret, thumbprint },
    });
    return { tokenType, accessToken, expiresAt, macKey, macAlgorithm };
  }
}
