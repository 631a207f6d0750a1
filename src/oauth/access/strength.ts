import { isAcr, PASSWORD_ACR, reaches, TWO_FACTORS_ACR } from '../../identity/sessions/acr.js';
import { PROVEN_MS } from '../../identity/sign-ins/held-rank.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import {
  challengeScheme,
  type AskedStrength,
  type Caller,
  type Strength,
} from '../../platform/operations/caller.js';
import { SECOND } from '../../platform/security/clock.js';

const TOO_WEAK = 'A stronger sign-in is required';
const TOO_OLD = 'A more recent sign-in is required';

/**
 * @param now milliseconds since the epoch
 * @throws CallError signInTooWeak (RFC 9470 §3) unless the account of the caller signed in as the rule asks; also where
 * there is none
 */
export function requireStrength(asked: AskedStrength, caller: Caller, call: string, now: number): void {
  const problem = problemWith(asked, caller.strength, now);
  if (problem === null) return;
  const parts = [
    'error="insufficient_user_authentication"',
    `error_description="${problem}"`,
    `acr_values="${asked.acr}"`,
    ...(asked.maxAgeSeconds === null ? [] : [`max_age="${asked.maxAgeSeconds}"`]),
  ];
  const challenge = `${challengeScheme(caller)} ${parts.join(', ')}`;
  throw new CallError(
    Errors.signInTooWeak,
    { call, problem },
    { headers: { 'WWW-Authenticate': challenge } },
  );
}

/** What a sensitive call asks of the sign-in (D391), as pages ask for a proof. */
export function sensitiveStrength(isProtected: boolean): AskedStrength {
  return { acr: isProtected ? TWO_FACTORS_ACR : PASSWORD_ACR, maxAgeSeconds: PROVEN_MS / SECOND };
}

function problemWith(
  { acr, maxAgeSeconds }: AskedStrength,
  strength: Strength | undefined,
  now: number,
): string | null {
  const { acr: has = null, at = null } = strength ?? {};
  // A ruleset names only values that isAcr knows; no sign-in reaches an unknown one.
  if (!isAcr(acr) || has === null || !isAcr(has) || !reaches(has, acr)) return TOO_WEAK;
  if (maxAgeSeconds === null) return null;
  return at === null || now - at > maxAgeSeconds * SECOND ? TOO_OLD : null;
}
