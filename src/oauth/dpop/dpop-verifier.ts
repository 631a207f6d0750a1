import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { NonceStore } from '../mac/nonce-store.js';
import { profileRulesOf } from '../clients/client-profiles.js';
import { isSameDigest } from '../../platform/security/secrets.js';
import type { KnownToken } from '../tokens/token-lookup.js';
import { TokenKeys } from '../tokens/format/token-keys.js';
import { DpopNonces } from './dpop-nonces.js';
import { invalidBoundToken, refusalOfCall } from './dpop-refusals.js';
import { KeyCache } from './key-cache.js';
import { readProof, requireFor, type SignedProof } from './proof.js';
import { NonceProblem, ProofProblem } from './proof-problem.js';

/** As with MAC (D51). */
const TOLERANCE_SECONDS = 300;

/** Verifies the proof of a request: whose key it is, that it is for this request, recent and no replay (D264, D266). */
@Injectable()
export class DpopVerifier {
  private readonly keys = new KeyCache();
  private readonly nonces: DpopNonces;

  constructor(
    private readonly used: NonceStore,
    private readonly clock: Clock,
    private readonly config: AppConfig,
    tokenKeys: TokenKeys,
  ) {
    this.nonces = new DpopNonces(tokenKeys, clock);
  }

  /** A nonce that is good now. */
  nonce(): string {
    return this.nonces.current();
  }

  /**
   * Reads a proof and checks everything but its time and its first use.
   * @param ath SHA-256 of the access token beside it, in base64url; null: there is none
   * @throws ProofProblem
   */
  async read({ method, target, headers }: Exchange, ath: string | null): Promise<SignedProof> {
    const text = headers.dpop;
    if (typeof text !== 'string') throw new ProofProblem('the DPoP header is missing');
    const proof = await readProof(text, this.keys, this.clock.now());
    const [path] = target.split('?', 1);
    requireFor(proof, { method, url: `${this.config.publicUrl}${path}`, ath });
    return proof;
  }

  /**
   * Uses a proof up. Only after its signature was checked: otherwise anyone could fill the store.
   * @throws ProofProblem; NonceProblem, whose nonce helps a device with a wrong clock (D290)
   */
  async use(proof: SignedProof, exchange: Exchange, client: CallerClient): Promise<void> {
    const { key, jti, iat, nonce } = proof;
    const { requiresDpopNonce: needsNonce } = client;
    this.requireOfProfile(proof, client);
    const expiresAt = this.endOf(iat, nonce, needsNonce);
    const current = this.nonces.current();
    if (nonce !== current && (needsNonce || nonce !== null)) exchange.dpopNonce = current;
    const thumbprint = key.thumbprint.toString('base64url');
    if (!(await this.used.remember(`dpop ${thumbprint}`, '', jti, new Date(expiresAt))))
      throw new ProofProblem('it was used before');
  }

  /**
   * Verifies the proof that comes with each call with a token that is bound to a key (RFC 9449 §7).
   * @throws CallError accessTokenInvalid, accessTokenProofInvalid, accessTokenProofNonce
   */
  async verifyCall(
    { digest, said: { thumbprint } }: KnownToken,
    client: CallerClient,
    exchange: Exchange,
  ): Promise<void> {
    const ath = Buffer.from(digest, 'hex').toString('base64url');
    try {
      const proof = await this.read(exchange, ath);
      if (thumbprint === null || !isSameDigest(proof.key.thumbprint, thumbprint))
        throw invalidBoundToken('The access token is bound to another key than that of the proof');
      await this.use(proof, exchange, client);
    } catch (cause) {
      throw refusalOfCall(cause, this.nonce());
    }
  }

  /** @throws ProofProblem: the profile of the client takes fewer algorithms, or no proof from so far ahead (D412) */
  private requireOfProfile({ alg, iat, nbf }: SignedProof, client: CallerClient): void {
    const { proofAlgorithms, proofAheadSeconds } = profileRulesOf(client);
    if (proofAlgorithms !== null && !proofAlgorithms.includes(alg))
      throw new ProofProblem(`its alg must be one of ${proofAlgorithms.join(', ')}`);
    if (proofAheadSeconds === null) return;
    const latest = this.clock.millis() / SECOND + proofAheadSeconds;
    if (iat > latest || (nbf ?? iat) > latest)
      throw new ProofProblem(`its iat and nbf may be at most ${proofAheadSeconds} seconds ahead`);
  }

  /** Returns until when a proof could be repeated, in milliseconds since the epoch. A nonce tells the time better than iat. */
  private endOf(iat: number, nonce: string | null, needsNonce: boolean): number {
    if (nonce !== null || needsNonce) {
      const end = nonce === null ? null : this.nonces.endOf(nonce);
      if (end === null) throw new NonceProblem();
      return end;
    }
    const now = this.clock.millis() / SECOND;
    if (Math.abs(iat - now) > TOLERANCE_SECONDS)
      throw new NonceProblem(`its iat must be within ${TOLERANCE_SECONDS} seconds of ${Math.floor(now)}`);
    return (iat + TOLERANCE_SECONDS + 1) * SECOND;
  }
}
