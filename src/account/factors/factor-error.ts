import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import type { Response } from 'express';
import { CodesUnreadable } from '../../identity/factors/code-keys.js';
import { SetupCodeWrong } from '../../identity/factors/setup-code-wrong.js';
import { PasskeyRefused } from '../../identity/passkeys/passkey-refused.js';
import { refuse } from '../../identity/sessions/form-refusal.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';

/** What a page says of a second factor that was refused; sets the status of the refusal. */
export function factorErrorOf(response: Response, cause: unknown): ErrorKey {
  if (cause instanceof BudgetSpent) throw cause; // a page of its own says what was limited
  const key = refuse(response, cause);
  if (cause instanceof CodesUnreadable) return 'codesUnreadable';
  if (cause instanceof SetupCodeWrong) return 'setupCodeWrong';
  if (cause instanceof PasskeyRefused) return 'passkeyRefused';
  return key === 'wrongPassword' ? 'codeWrong' : key;
}
