import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { FormField } from '../../platform/checks/form.js';

/** The field of a form in which the page's script sends what the browser answered; empty in any other form. */
export class PasskeyForm {
  @FormField((text) => text)
  passkey!: string;
}

/** Base64url of at most 1,023 bytes, the longest id of a credential. */
const CREDENTIAL_ID = /^[\w-]{1,1364}$/;

/** @returns null: it is no answer of a browser, or too strange to be verified */
export function readSentPasskey(
  text: string,
): (AuthenticationResponseJSON & RegistrationResponseJSON) | null {
  const sent = parsed(text) as Partial<AuthenticationResponseJSON & RegistrationResponseJSON> | null;
  if (typeof sent !== 'object' || sent === null) return null;
  const { id, response } = sent;
  if (typeof id !== 'string' || !CREDENTIAL_ID.test(id)) return null;
  if (typeof response !== 'object' || response === null) return null;
  return typeof response.clientDataJSON === 'string'
    ? (sent as AuthenticationResponseJSON & RegistrationResponseJSON)
    : null;
}

/** The challenge that it answers, as the browser names it; empty if it names none. */
export function challengeIn({ clientDataJSON }: { readonly clientDataJSON: string }): string {
  const said = parsed(Buffer.from(clientDataJSON, 'base64url').toString()) as { challenge?: unknown } | null;
  return typeof said?.challenge === 'string' ? said.challenge : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
