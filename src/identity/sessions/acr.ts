import { METHODS, type Method } from './authentication.js';

/** A password alone, over TLS: one of SAML's names, known beyond it. */
export const PASSWORD_ACR = 'urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport';
/** Two factors: a password and a one-time or recovery code. */
export const TWO_FACTORS_ACR = 'https://refeds.org/profile/mfa';
/** A passkey with user verification: two factors, and no copy of the page gets at them. */
export const PASSKEY_ACR = 'http://schemas.openid.net/pape/policies/2007/06/phishing-resistant';

/** How strong a sign-in was, weakest first: each includes those before it (D251). */
export const ACR_VALUES = [PASSWORD_ACR, TWO_FACTORS_ACR, PASSKEY_ACR] as const;
export type Acr = (typeof ACR_VALUES)[number];

/** Names of RFC 8176 §2; it has none for a mailed link and for the word of another provider. */
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

/** 1 and up: how strong it is among the others; 0: nothing is claimed. */
export function rankOf(acr: Acr | null): number {
  return acr === null ? 0 : ACR_VALUES.indexOf(acr) + 1;
}

/**
 * What a sign-in by these methods was; null: nothing that Hearth saw itself. A mailed link shows that a mailbox is
 * read, and the word of another provider says nothing of how: neither counts without a password.
 */
export function acrOf(methods: readonly Method[]): Acr | null {
  const has = (method: Method): boolean => methods.includes(method);
  if (has('passkey')) return PASSKEY_ACR;
  const hasSecond = has('code') || has('recovery');
  if (hasSecond && (has('password') || has('provider'))) return TWO_FACTORS_ACR;
  return has('password') ? PASSWORD_ACR : null;
}

/** Whether a sign-in was at least as strong as asked. */
export function reaches(acr: Acr | null, asked: Acr): boolean {
  return rankOf(acr) >= rankOf(asked);
}

/** `amr` of an ID token: the names of RFC 8176 for the methods, `mfa` where there were two factors. */
export function amrOf(methods: readonly Method[]): string[] {
  const names = METHODS.filter((method) => methods.includes(method)).flatMap((method) => AMR[method]);
  const isTwo = reaches(acrOf(methods), TWO_FACTORS_ACR);
  return [...new Set(isTwo ? [...names, 'mfa'] : names)];
}
