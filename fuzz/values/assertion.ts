import { createHash, sign } from 'node:crypto';
import type { Cast } from '../cast/cast.js';
import type { Random } from '../random.js';

const LIFETIME_SECONDS = 120;

/**
 * A JWT of the portal for one of its users (RFC 7523), created without the library that the server uses to verify it.
 */
export function assertionFor(cast: Cast, subject: string, audience: string, random: Random): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    iss: cast.portalIssuer,
    sub: subject,
    aud: audience,
    iat: now,
    exp: now + LIFETIME_SECONDS,
    jti: random.letters(20),
  };
  const signed = [{ alg: 'ES256', kid: 'fuzz', typ: 'JWT' }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign('sha256', Buffer.from(signed), { key: cast.portalKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}

/** A PKCE verifier and its challenge (RFC 7636). */
export function pkce(random: Random): { verifier: string; challenge: string } {
  const verifier = random.letters(48);
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}
