import { Secret, TOTP } from 'otpauth';
import { randomFew } from '../../platform/security/secrets.js';
import { plainCode } from '../../platform/security/typed.js';

const KEY_BYTES = 20;
/** The parameters that every authenticator application supports (RFC 6238): SHA-1, six digits, thirty seconds. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the current one whose codes are accepted: clocks differ, and people type slowly. */
const DRIFT = 1;
/** The library throws for a token of other characters. */
const CODE = new RegExp(`^[0-9]{${KIND.digits}}$`);

export function newCodeKey(): Buffer {
  return randomFew(KEY_BYTES);
}

/** Tells a one-time code from a recovery code if both are typed into one field. */
export function looksLikeOneTimeCode(typed: string): boolean {
  return CODE.test(plainCode(typed));
}

/**
 * Returns the number of the time step that the code belongs to, if it is within one step of `at`.
 * @param typed as its user typed it
 * @returns null: it is wrong
 */
export function stepOf(key: Buffer, typed: string, at: Date): number | null {
  const token = plainCode(typed);
  if (!CODE.test(token)) return null;
  const timestamp = at.getTime();
  const delta = codesOf(key).validate({ token, timestamp, window: DRIFT });
  return delta === null ? null : TOTP.counter({ period: KIND.period, timestamp }) + delta;
}

/** The address that an authenticator application reads from the picture. */
export function codesUri(key: Buffer, issuer: string, label: string): string {
  return codesOf(key, issuer, label).toString();
}

/** The key as people type it into an application: base32 in groups of four. */
export function codeKeyText(key: Buffer): string {
  return secretOf(key).base32.replace(/.{4}(?=.)/g, '$& ');
}

function codesOf(key: Buffer, issuer = '', label = 'account'): TOTP {
  return new TOTP({ ...KIND, issuer, label, secret: secretOf(key) });
}

function secretOf(key: Buffer): Secret {
  return new Secret({ buffer: new Uint8Array(key).buffer });
}
