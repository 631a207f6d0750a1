import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';

/** An account with a role makes its first second factor without a set-up code that works. */
export class SetupCodeWrong extends CallError {
  constructor(accountId: Long) {
    super(Errors.credentialInvalid, { accountId, reason: 'set-up code' });
  }
}
