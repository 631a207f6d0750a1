import { OAuthError, HearthError } from './errors.js';
import type { Tokens } from './tokens.js';

/** The answer of `/device_authorization` (RFC 8628 §3.2). */
export interface DeviceAuthorization {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  /** Seconds. */
  readonly expires_in: number;
  /** Seconds between two polls. */
  readonly interval: number;
}

/**
 * Asks again and again, as often as the server allows (RFC 8628 §3.5), until the person decided.
 * @param ask polls once
 * @param signal whose abortion is no failure of the server
 * @throws OAuthError `access_denied`, `expired_token`; whatever went wrong last, where nobody answers for too long
 */
export async function poll(
  { interval, expires_in }: DeviceAuthorization,
  ask: () => Promise<Tokens>,
  sleep: (ms: number) => Promise<void>,
  signal?: AbortSignal,
): Promise<Tokens> {
  let seconds = interval;
  for (let waited = 0; ;) {
    await sleep(seconds * 1000);
    waited += seconds;
    try {
      return await ask();
    } catch (cause) {
      const error = cause instanceof OAuthError ? cause.error : '';
      if (signal?.aborted) throw cause;
      const isAway = !(cause instanceof HearthError) || cause.status >= 500;
      if (error === 'slow_down') seconds += 5;
      else if (isAway && waited < expires_in) seconds *= 2;
      else if (error !== 'authorization_pending') throw cause;
    }
  }
}
