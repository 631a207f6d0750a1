import { Injectable } from '@nestjs/common';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import type { KnownToken } from '../tokens/token-lookup.js';
import { invalidBoundToken, refusalOfCall } from './dpop-refusals.js';
import { DpopVerifier } from './dpop-verifier.js';

/** Calls with an access token that is bound to a key: a proof of that key comes with each (RFC 9449 §7). */
@Injectable()
export class DpopCalls {
  constructor(private readonly verifier: DpopVerifier) {}

  /** @throws CallError accessTokenInvalid, accessTokenProofInvalid, accessTokenProofNonce */
  async verify(
    { digest, said: { thumbprint } }: KnownToken,
    { requiresDpopNonce }: CallerClient,
    exchange: Exchange,
  ): Promise<void> {
    const ath = Buffer.from(digest, 'hex').toString('base64url');
    try {
      const proof = await this.verifier.read(exchange, ath);
      if (thumbprint === null || !isSameDigest(proof.key.thumbprint, thumbprint))
        throw invalidBoundToken('The access token is bound to another key than that of the proof');
      await this.verifier.use(proof, exchange, requiresDpopNonce);
    } catch (cause) {
      throw refusalOfCall(cause, this.verifier.nonce());
    }
  }
}
