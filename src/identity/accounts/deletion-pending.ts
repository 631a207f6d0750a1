import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import type { Rank } from '../ways-in/youth.js';

/** The proof that a person owns an account that is about to be deleted. */
export interface KeepingProof {
  readonly accountId: Long;
  readonly method: 'password' | 'passkey' | 'link';
  /** What the link proves; absent: no link was used. */
  readonly linkRank?: Rank;
  /** Recognizes the password of that time: a new one ends what was shown before it. */
  readonly mark: string;
}

/**
 * The right password, or a passkey, of an account that is about to be deleted, as its user asked (D237). Applications
 * are told the same as for a wrong password; on pages it leads to the way back.
 */
export class DeletionPending extends CallError {
  constructor(readonly proof: KeepingProof) {
    super(Errors.credentialInvalid, { accountId: proof.accountId });
  }
}
