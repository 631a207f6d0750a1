import { hash } from 'node:crypto';
import { randomFew } from '../../../platform/security/secrets.js';
import { shortened, TAG_BYTES } from './token-keys.js';

const SECRET_BYTES = 32;
const ACCESS = Buffer.from('hearth/v1/access');

/** Makes the secret of a grant, which exists in its refresh tokens only. */
export function freshSecret(): Buffer {
  return randomFew(SECRET_BYTES);
}

/** What the access tokens of a grant carry, which leads to no refresh token. */
export function accessSecretOf(secret: Buffer): Buffer {
  return shortened(secret)(ACCESS);
}

/** What the row keeps, by which a token proves that it is of this grant; it leads to no token. */
export function grantAnchorOf(accessSecret: Buffer): Buffer {
  return Buffer.from(anchorTextOf(accessSecret), 'hex');
}

/** Returns what the row keeps, in hex. */
export function anchorTextOf(accessSecret: Buffer): string {
  return hash('sha256', accessSecret, 'hex').slice(0, 2 * TAG_BYTES);
}
