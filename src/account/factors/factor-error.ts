import { BudgetSpent } from '../../platform/throttle/budget-spent.js';
import type { Answering } from '../../platform/operations/shown.js';
import { CodesUnreadable } from '../../identity/factors/code-keys.js';
import { SetupCodeWrong } from '../../identity/factors/first-factors.js';
import { PasskeyRefused } from '../../identity/passkeys/passkey-refused.js';
import { refusalOf } from '../../identity/sessions/form-refusal.js';
import type { UnknownPasskey } from '../../platform/pages/passkey-signals.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';

interface Refused {
  readonly key: ErrorKey;
  /** The passkey that was sent, if nobody has it. */
  readonly unknown: UnknownPasskey | null;
  readonly answering: Answering;
}

/** Returns what a page says of a refused second factor, and how it answers. */
export function factorErrorOf(cause: unknown): Refused {
  if (cause instanceof BudgetSpent) throw cause; // a page of its own says what was limited
  const { key, ...answering } = refusalOf(cause);
  const unknown = cause instanceof PasskeyRefused ? cause.unknown : null;
  return { key: keyOf(cause) ?? (key === 'wrongPassword' ? 'codeWrong' : key), unknown, answering };
}

function keyOf(cause: unknown): ErrorKey | null {
  if (cause instanceof CodesUnreadable) return 'codesUnreadable';
  if (cause instanceof SetupCodeWrong) return 'setupCodeWrong';
  if (cause instanceof PasskeyRefused) return 'passkeyRefused';
  return null;
}
