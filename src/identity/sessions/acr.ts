import { METHODS, type Method } from './authentication.js';

/** Only a password, over TLS: a name of SAML that is known beyond it. */
export const PASSWORD_ACR = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
/** Two factors: a password and a one-time or recovery code. */
export const TWO_FACTORS_ACR = 'https://refeds.org/profile/mfa';
/** A passkey with user verification: two factors, which a copy of the page can't steal. */
export const PASSKEY_ACR = 'http://schemas.openid.net/pape/policies/2007/06/phishing-resistant';

/** The strengths of a sign-in, weakest first: each includes the ones before it (D251). */
export const ACR_VALUES = [PASSWORD_ACR, TWO_FACTORS_ACR, PASSKEY_ACR] as const;
export type Acr = (typeof ACR_VALUES)[number];

/** Names of RFC 8176 §2; it has none for a mailed link or for another provider's assertion. */
const AMR: Readonly<Record<Method, readonly string[]>> = {
  password: ['pwd'],
  code: ['otp'],
  recovery: ['otp'],
  passkey: ['pop', 'user'], // whether its key is in hardware is not known
  link: [],
  provider: [],
  device: ['pwd'],
};

export function isAcr(text: string): text is Acr {
  return (ACR_VALUES as readonly string[]).includes(text);
}

/** 1 and up: the place of the strength among the others; 0: nothing is claimed. */
export function rankOf(acr: Acr | null): number {
  return acr === null ? 0 : ACR_VALUES.indexOf(acr) + 1;
}

/**
 * The strength of a sign-in by these methods; null: Hearth saw no proof itself. A mailed link shows that a mailbox is
 * read, and another provider's assertion doesn't say how the person signed in: neither counts without a password.
 */
export function acrOf(methods: readonly Method[]): Acr | null {
  const has = (method: Method): boolean => methods.includes(method);
  if (has('passkey')) return PASSKEY_ACR;
  const hasSecond = has('code') || has('recovery');
  if (hasSecond && (has('password') || has('provider'))) return TWO_FACTORS_ACR;
  return has('password') ? PASSWORD_ACR : null;
}

/** Whether a sign-in was at least as strong as requested. */
export function reaches(acr: Acr | null, asked: Acr): boolean {
  return rankOf(acr) >= rankOf(asked);
}

/** `amr` of an ID token: the names of RFC 8176 for the methods, with `mfa` if there were two factors. */
export function amrOf(methods: readonly Method[]): string[] {
  const names = METHODS.filter((method) => methods.includes(method)).flatMap((method) => AMR[method]);
  const isTwo = reaches(acrOf(methods), TWO_FACTORS_ACR);
  return [...new Set(isTwo ? [...names, 'mfa'] : names)];
}
