import { Injectable } from '@nestjs/common';
import type { CallerClient } from '../../platform/operations/caller.js';
import { Clock } from '../../platform/security/clock.js';
import { Sealer } from '../../platform/security/sealer.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import type { MacAlgorithm } from '../mac/mac.js';
import { Lifetimes } from './lifetimes.js';
import type { TokenType } from './token-grant.entity.js';

/** A new access token with its data, not yet stored. */
export interface FreshMacToken {
  readonly plain: string;
  readonly digest: Buffer;
  readonly macKey: string;
  readonly sealedMacKey: Buffer;
  readonly macAlgorithm: MacAlgorithm;
}

/** A new access token of either type. */
export type FreshToken = FreshMacToken | ReturnType<typeof bearerToken>;

/** When tokens end that are issued now; in milliseconds since the epoch. */
export interface TokenEnds {
  readonly now: number;
  /** Access tokens, by their type. */
  readonly bearer: number;
  readonly mac: number;
  readonly refresh: number;
}

/** Makes tokens: their random values, their sealed MAC keys, and when they end. Others store them. */
@Injectable()
export class FreshTokens {
  constructor(
    private readonly lifetimes: Lifetimes,
    private readonly sealer: Sealer,
    private readonly clock: Clock,
  ) {}

  make(client: CallerClient, tokenType: TokenType): FreshToken {
    return tokenType === 'mac' ? this.makeMac(client) : bearerToken();
  }

  makeMac(client: CallerClient): FreshMacToken {
    const { plain, digest } = bearerToken();
    const macKey = randomSecret();
    const sealedMacKey = this.sealer.seal(Buffer.from(macKey), digest);
    // §2.4 knows hmac-sha-1 alone; a strict client gets an algorithm that is not broken (D50).
    const macAlgorithm = client.profile === 'strict' ? 'hmac-sha-256' : 'hmac-sha-1';
    return { plain, digest, macKey, sealedMacKey, macAlgorithm };
  }

  ends(client: CallerClient): TokenEnds {
    const now = this.clock.millis();
    return {
      now,
      bearer: now + this.lifetimes.access(client, 'bearer'),
      mac: now + this.lifetimes.access(client, 'mac'),
      refresh: now + this.lifetimes.refresh(client),
    };
  }
}

function bearerToken() {
  const plain = randomSecret();
  return { plain, digest: digestOf(plain), macKey: null, sealedMacKey: null, macAlgorithm: null };
}
