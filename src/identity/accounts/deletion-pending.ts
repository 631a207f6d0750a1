import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';

/**
 * The right password, or a passkey, of an account that is about to be deleted, as its user asked (D237). For applications it is as wrong
 * as any other; on pages it leads to the way back.
 */
export class DeletionPending extends CallError {
  constructor(
    readonly accountId: Long,
    readonly method: 'password' | 'passkey',
  ) {
    super(Errors.credentialInvalid, { accountId });
  }
}
