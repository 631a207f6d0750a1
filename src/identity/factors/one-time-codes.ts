import { Secret, TOTP } from 'otpauth';
import { randomFew } from '../../platform/security/secrets.js';

const KEY_BYTES = 20;
/** What every authenticator application takes (RFC 6238): SHA-1, six digits, thirty seconds. */
const KIND = { algorithm: 'SHA1', digits: 6, period: 30 } as const;
/** Steps before and after the current one whose codes are taken: clocks differ, and people type slowly. */
const DRIFT = 1;

export function newCodeKey(): Buffer {
  return randomFew(KEY_BYTES);
}

/** The number of the time step whose code this is, if it is within one step of `at`; null: it is a wrong code. */
export function stepOf(key: Buffer, code: string, at: Date): number | null {
  const timestamp = at.getTime();
  const delta = codesOf(key).validate({ token: code, timestamp, window: DRIFT });
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
