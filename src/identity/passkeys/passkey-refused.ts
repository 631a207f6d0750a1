import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { Long } from '../../platform/operations/long.js';
import type { UnknownPasskey } from '../../platform/pages/passkey-signals.js';

/** Why a passkey was not accepted: only for the audit and the log, since callers always get the same answer. */
export type PasskeyProblem =
  'malformed' | 'challenge' | 'unknown' | 'account' | 'signature' | 'replayed' | 'cloned' | 'closed' | 'role';

/** The one answer to a passkey that does not sign in, whatever is wrong with it. */
export class PasskeyRefused extends CallError {
  constructor(
    readonly why: PasskeyProblem,
    readonly accountId: Long | null = null,
    /** For the browser, which forgets it (D354); null: anything else is wrong. */
    readonly unknown: UnknownPasskey | null = null,
  ) {
    const message = 'This passkey was not accepted. Try again, or sign in with your password.';
    super(Errors.credentialInvalid, { why, accountId: accountId ?? undefined }, { message });
  }
}
