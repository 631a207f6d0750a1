import type { Response } from 'express';
import { CodesUnreadable } from '../../identity/factors/code-keys.js';
import { PasskeyRefused } from '../../identity/passkeys/passkey-refused.js';
import { refuse } from '../../identity/sessions/form-refusal.js';
import type { ErrorKey } from '../../platform/pages/page-errors.js';

/** What a page says of a second factor that was refused; sets the status of the refusal. */
export function factorErrorOf(response: Response, cause: unknown): ErrorKey {
  const key = refuse(response, cause);
  if (cause instanceof CodesUnreadable) return 'codesUnreadable';
  if (cause instanceof PasskeyRefused) return 'passkeyRefused';
  return key === 'wrongPassword' ? 'codeWrong' : key;
}
