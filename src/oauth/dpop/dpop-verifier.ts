import { Injectable } from '@nestjs/common';
import { AppConfig } from '../../platform/config/app-config.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Clock, SECOND } from '../../platform/security/clock.js';
import { NonceStore } from '../mac/nonce-store.js';
import { DpopNonces } from './dpop-nonces.js';
import { KeyCache } from './key-cache.js';
import { readProof, requireFor, type SignedProof } from './proof.js';
import { ProofProblem } from './proof-problem.js';

/** As with MAC (D51). */
const TOLERANCE_SECONDS = 300;

/** A proof without a nonce of this server that is good, where there must be one: it is asked for, or the clocks differ. */
export class NonceProblem extends Error {}

/** Verifies the proof of a request: whose key it is, that it is for this request, recent and no replay (D264, D266). */
@Injectable()
export class DpopVerifier {
  private readonly keys = new KeyCache();

  constructor(
    private readonly used: NonceStore,
    private readonly nonces: DpopNonces,
    private readonly clock: Clock,
    private readonly config: AppConfig,
  ) {}

  /** A nonce that is good now. */
  nonce(): string {
    return this.nonces.current();
  }

  /**
   * Everything but its time and its first use.
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
   * Uses it up. Only after its signature was checked: otherwise anyone could fill the store.
   * @throws ProofProblem; NonceProblem, by whose nonce a device with a wrong clock gets along (D290)
   */
  async use({ key, jti, iat, nonce }: SignedProof, exchange: Exchange, needsNonce: boolean): Promise<void> {
    const expiresAt = this.endOf(iat, nonce, needsNonce);
    const current = this.nonces.current();
    if (nonce !== current && (needsNonce || nonce !== null)) exchange.dpopNonce = current;
    const thumbprint = key.thumbprint.toString('base64url');
    if (!(await this.used.remember(`dpop ${thumbprint}`, '', jti, new Date(expiresAt))))
      throw new ProofProblem('it was used before');
  }

  /** Until when it could be used once more, in milliseconds since the epoch. A nonce tells the time better than iat. */
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
