import { Injectable } from '@nestjs/common';
import { sign, unsign } from 'cookie-signature';
import { sentCookies } from '../../platform/http/browser-sessions.js';
import type { Exchange } from '../../platform/operations/exchange.js';
import { digestOf, randomSecret } from '../../platform/security/secrets.js';
import { SessionSecrets } from './session-secrets.js';

export const SESSION_COOKIE = 'JSESSIONID';
const SENT = sentCookies(SESSION_COOKIE);
const SIGNED = 's:';

/** The session id as callers see it: the value of the JSESSIONID cookie, as express-session signs it (D65). */
@Injectable()
export class SessionIds {
  constructor(private readonly secrets: SessionSecrets) {}

  /** Exactly as in Set-Cookie, so that it fits into a Cookie header and into a form alike. */
  toCookie(id: string): string {
    return encodeURIComponent(SIGNED + sign(id, this.secrets.listed[0]));
  }

  /**
   * Returns the Set-Cookie line of a new id (§3.1). No session has this id or ever gets it, since signing in renews the
   * id.
   */
  fresh(isEncrypted: boolean): string {
    const cookie = `${SESSION_COOKIE}=${this.toCookie(randomSecret())}; Path=/; HttpOnly; SameSite=Lax`;
    return isEncrypted ? `${cookie}; Secure` : cookie;
  }

  /** The digest under which the session is stored. An id with a wrong signature matches no session. */
  digestOf(cookie: string): Buffer {
    return digestOf(this.idIn(cookie) ?? `not signed: ${decoded(cookie)}`);
  }

  isSigned(cookie: string): boolean {
    return this.idIn(cookie) !== null;
  }

  private idIn(cookie: string): string | null {
    const text = decoded(cookie);
    if (!text.startsWith(SIGNED)) return null;
    const ids = this.secrets.listed.map((secret) => unsign(text.slice(SIGNED.length), secret));
    return ids.find((id) => id !== false && id !== '') || null;
  }
}

/** Whether the cookie of a session was sent. */
export function sentSessionCookie({ headers }: Pick<Exchange, 'headers'>): boolean {
  return (headers.cookie ?? '').search(SENT) !== -1;
}

/** Callers send the value as they received it, or as their cookie parser decoded it. */
function decoded(cookie: string): string {
  try {
    return decodeURIComponent(cookie);
  } catch {
    return cookie;
  }
}
