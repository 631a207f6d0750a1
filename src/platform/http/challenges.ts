import { challengeScheme } from '../operations/caller.js';
import type { Exchange } from '../operations/exchange.js';
import type { Operation } from '../operations/operation.js';
import type { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';

type Headers = Readonly<Record<string, string | string[]>>;

const WRONG_TOKEN = /^(?:Bearer|DPoP) error="invalid_token"/;

/** Where a client finds who issues tokens for the API, as a parameter of a challenge (RFC 9728 §5.1). */
export function resourceMetadata(publicUrl: string): string {
  return `resource_metadata="${publicUrl}/.well-known/oauth-protected-resource"`;
}

/**
 * The headers of a refusal: a 401 says how to authenticate (RFC 9110 §15.5.2), unless the error already does. The one for
 * a wrong Bearer or DPoP token says where tokens come from; without a token, a call answers as §7.1 has it (D419).
 */
export function refusalHeaders(
  error: CallError,
  status: number,
  kind: Operation['kind'],
  exchange: Exchange,
  publicUrl: string,
): Headers {
  const takesTokens = kind === 'call' || exchange.operation?.forTokens === true;
  const headers = { ...(status === 401 && challengeOf(error, takesTokens, exchange)), ...error.headers };
  const challenge = headers['WWW-Authenticate'];
  if (challenge === undefined || !takesTokens) return headers;
  const challenges = [challenge]
    .flat()
    .map((one) => (WRONG_TOKEN.test(one) ? `${one}, ${resourceMetadata(publicUrl)}` : one));
  return { ...headers, 'WWW-Authenticate': challenges.length === 1 ? challenges[0] : challenges };
}

function challengeOf({ definition }: CallError, takesTokens: boolean, { caller }: Exchange): Headers {
  if (!takesTokens) return { 'WWW-Authenticate': 'Basic realm="Hearth", charset="UTF-8"' };
  if (definition !== Errors.accessTokenInvalid) return {};
  const scheme = challengeScheme(caller);
  return { 'WWW-Authenticate': `${scheme} error="${scheme === 'MAC' ? 'unknown token' : 'invalid_token'}"` };
}
