import { Injectable } from '@nestjs/common';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { Budgets } from '../../platform/throttle/budgets.js';
import type { TokenType } from '../tokens/token-grant.entity.js';
import { refusalOfRequest } from './dpop-refusals.js';
import { DpopVerifier } from './dpop-verifier.js';
import type { SignedProof } from './proof.js';

const BOTH = 'A token is bound to a key by a DPoP proof or signed by MAC: leave out one of the two.';
const NEEDED = 'This client gets tokens only that are bound to a key: send a DPoP proof (RFC 9449).';

/** Requests for tokens: the key that the tokens are to be bound to, if a proof comes with them (RFC 9449 §5). */
@Injectable()
export class DpopRequests {
  constructor(
    private readonly verifier: DpopVerifier,
    private readonly budgets: Budgets,
  ) {}

  /**
   * The thumbprint of the key; null, without a promise: there is no proof. Uses the proof up.
   * @throws CallError proofNotValid, proofNeedsNonce; invalidParameter for a token of type MAC; BudgetSpent
   */
  keyOf(exchange: Exchange, client: CallerClient, tokenType: TokenType): Buffer | null | Promise<Buffer> {
    if (exchange.headers.dpop !== undefined) return this.proven(exchange, client, tokenType);
    if (client.dpopBoundAccessTokens) throw new CallError(Errors.proofNotValid, {}, { message: NEEDED });
    return null;
  }

  /**
   * The proof of a request, before anything is written of it: `use` it when all else is right.
   * @throws CallError proofNotValid
   */
  read(exchange: Exchange): Promise<SignedProof> {
    return this.orRefusal(this.verifier.read(exchange, null));
  }

  /** @throws CallError proofNotValid for one that is too old or was used before, proofNeedsNonce */
  use(proof: SignedProof, exchange: Exchange, client: CallerClient): Promise<void> {
    return this.orRefusal(this.verifier.use(proof, exchange, client));
  }

  private async proven(exchange: Exchange, client: CallerClient, tokenType: TokenType): Promise<Buffer> {
    if (tokenType === 'mac') throw new CallError(Errors.invalidParameter, {}, { message: BOTH });
    const proof = await this.read(exchange);
    const { caller, origin } = exchange;
    // An attacker who knows the name of a public client can send any number of good proofs, and each is a row (D291).
    if (caller.scheme !== 'client') await this.budgets.spend('proofs', { address: origin.address });
    await this.use(proof, exchange, client);
    return proof.key.thumbprint;
  }

  private async orRefusal<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (cause) {
      throw refusalOfRequest(cause, this.verifier.nonce());
    }
  }
}
