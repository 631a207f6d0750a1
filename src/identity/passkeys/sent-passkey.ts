import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { FormField } from '../../platform/checks/form.js';

/** The field of a form in which the page's script sends what the browser answered; empty in any other form. */
export class SentPasskeyForm {
  @FormField((text) => text)
  passkey!: string;
}

/** Base64url of at most 1,023 bytes, the longest id of a credential. */
export const CREDENTIAL_ID = /^[\w-]{1,1364}$/;

/** Parses a browser's answer. @returns null: it is malformed, or from a page in another site's frame */
export function readSentPasskey(
  text: string,
): (AuthenticationResponseJSON & RegistrationResponseJSON) | null {
  const sent = parsed(text) as Partial<AuthenticationResponseJSON & RegistrationResponseJSON> | null;
  if (typeof sent !== 'object' || sent === null) return null;
  const { id, response } = sent;
  if (typeof id !== 'string' || !CREDENTIAL_ID.test(id)) return null;
  if (typeof response !== 'object' || response === null) return null;
  if (typeof response.clientDataJSON !== 'string' || isInFrame(clientDataIn(response))) return null;
  return sent as AuthenticationResponseJSON & RegistrationResponseJSON;
}

/** The challenge that it answers, as the browser names it; empty if it names none. */
export function challengeIn(response: SentData): string {
  const { challenge } = clientDataIn(response);
  return typeof challenge === 'string' ? challenge : '';
}

interface SentData {
  readonly clientDataJSON: string;
}

/** The browser's data about the page that asked. */
interface ClientData {
  readonly challenge?: unknown;
  readonly crossOrigin?: unknown;
  readonly topOrigin?: unknown;
}

function clientDataIn({ clientDataJSON }: SentData): ClientData {
  return parsed(Buffer.from(clientDataJSON, 'base64url').toString()) ?? {};
}

/**
 * Whether the page was in another site's frame, which Hearth's pages never are. The library checks only part of that,
 * and only for sign-ins.
 */
function isInFrame({ crossOrigin = false, topOrigin }: ClientData): boolean {
  return crossOrigin !== false || topOrigin !== undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
