import type { ClientRole } from '../cast/cast.js';
import type { Persona, Tokens } from '../cast/persona.js';
import type { Answer } from '../wire/answer.js';

/** The body as JSON; null when it is not JSON. */
export function jsonOf({ body, headers }: Answer): unknown {
  if (!headers.get('content-type')?.[0].includes('json')) return null;
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    return null;
  }
}

/** The result in the envelope, as text; empty without one. */
export function resultOf(answer: Answer): string {
  const body = jsonOf(answer) as { a01?: { r?: { r?: unknown } } } | null;
  const result = body?.a01?.r?.r;
  return typeof result === 'string' ? result : '';
}

/** Stores the tokens of an access-token response (§2.4), for calls and for operations on tokens. */
export function learnTokens(persona: Persona, answer: Answer, client: ClientRole): void {
  const tokens = tokensIn(answer, client);
  if (!tokens) return;
  const { access, refresh, mac } = tokens;
  if (mac) persona.mac = tokens;
  else persona.bearer = tokens;
  persona.stock.add('token', { token: access, client });
  persona.stock.add('anyToken', { token: access });
  if (refresh === null) return;
  persona.stock.add('token', { token: refresh, client });
  persona.stock.add('refreshToken', { token: refresh, client });
}

export function tokensIn(answer: Answer, client: ClientRole): Tokens | null {
  const body = jsonOf(answer) as Record<string, string | undefined> | null;
  const { access_token: access, refresh_token: refresh = null, mac_key: key } = body ?? {};
  if (!access) return null;
  const { mac_algorithm: algorithm = 'hmac-sha-1' } = body ?? {};
  return { access, refresh, client, mac: key ? { token: access, key, algorithm } : null };
}
