import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import type { Answering } from '../../platform/operations/shown.js';
import { CodesUnreadable } from '../../identity/factors/code-keys.js';
import { SetupCodeWrong } from '../../identity/factors/setup-code-wrong.js';
import { PasskeyRefused } from '../../identity/passkeys/passkey-refused.js';
import { refusalOf } from '../../identity/sessions/form-refusal.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';

/** What a page says of a second factor that was refused, and how it answers. */
export function factorErrorOf(cause: unknown): { readonly key: ErrorKey; readonly answering: Answering } {
  if (cause instanceof BudgetSpent) throw cause; // a page of its own says what was limited
  const { key, ...answering } = refusalOf(cause);
  return { key: keyOf(cause) ?? (key === 'wrongPassword' ? 'codeWrong' : key), answering };
}

function keyOf(cause: unknown): ErrorKey | null {
  if (cause instanceof CodesUnreadable) return 'codesUnreadable';
  if (cause instanceof SetupCodeWrong) return 'setupCodeWrong';
  if (cause instanceof PasskeyRefused) return 'passkeyRefused';
  return null;
}
