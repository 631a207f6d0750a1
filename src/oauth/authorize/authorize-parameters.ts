import type { OAuthError } from '../../platform/errors/oauth-errors.js';
import type { QueryParameter } from '../../platform/operations/query-parameters.js';

/** In characters; the columns of what a stranger may begin hold no more (D170). */
const MAX_LENGTH = 2048;
const SHORT = 255;
/** The most characters of an ID token. */
const LONG = 4096;

/** What an authorization request may hold, each once and up to its length; anything else is ignored (RFC 6749 §3.1). */
export const AUTHORIZE_PARAMETERS = {
  response_type: {
    isRequired: true,
    values: ['code', 'id_token'],
    description:
      'RFC 6749 §4.1.1; `id_token` alone (OpenID Connect Core §3.2) for clients of profile interface, with response_mode=form_post, scope openid and a nonce.',
  },
  client_id: { isRequired: true, description: 'The client that asks.' },
  redirect_uri: {
    isRequired: true,
    description: 'Where the answer goes: one of the RedirectUrls of the client.',
  },
  state: {
    description:
      'Comes back as it was sent: byte for byte from the URL, percent-encoded anew where it was pushed.',
  },
  scope: { description: 'Separated by spaces; left out: all that the ruleset of the client allows.' },
  code_challenge: { description: 'RFC 7636: SHA-256 of the verifier, in base64url.' },
  code_challenge_method: { values: ['S256'], description: 'Goes with code_challenge.' },
  dpop_jkt: {
    description:
      'RFC 9449 §10: the thumbprint of the key whose DPoP proof must come with the code, SHA-256 in base64url.',
  },
  prompt: { description: '`none`, or of `login`, `consent` and `select_account` any, separated by spaces.' },
  nonce: { maxLength: SHORT, description: 'Stands in the ID token (OpenID Connect Core §3.1.2.1).' },
  max_age: { description: 'Seconds since the user signed in, beyond which they sign in again.' },
  login_hint: { maxLength: SHORT, description: 'What the sign-in form begins with.' },
  response_mode: {
    values: ['query', 'fragment', 'form_post'],
    description:
      'How the answer goes back: in the query of the redirect_uri, in its fragment (D417), or as a form. Default: query.',
  },
  id_token_hint: {
    maxLength: LONG,
    description: 'An ID token of the user who is expected, expired or not: nobody else may sign in.',
  },
  acr_values: {
    description:
      'How the user should sign in, values of acr_values_supported separated by spaces: the strongest that the account can reach is asked for. Only a client of profile strict gets an error where none is reached; acr in the ID token says what was (D251).',
  },
  claims: {
    description:
      'OpenID Connect Core §5.5: claims that are asked for one by one, as JSON: `{"userinfo": {"name": null}, "id_token": {"email": null}}`. `value` and `values` count for `sub` and `acr` only.',
  },
  ui_locales: { maxLength: SHORT, description: 'Languages of the pages, the preferred one first.' },
  resource: {
    description:
      'RFC 8707: what the tokens are for, this server (PUBLIC_URL) unless it names a registered resource; may be repeated, but not for JWTs.',
  },
} as const satisfies Readonly<Record<string, QueryParameter>>;

/** RFC 8707 §2. */
export const MAY_REPEAT: readonly string[] = ['resource'];

/** Added to the description of a parameter that a pushed request makes needless. */
const UNLESS_PUSHED = 'Required unless there is a request_uri.';

/** The parameters in the URL of a browser, for the documentation. */
export const IN_THE_URL: Readonly<Record<string, QueryParameter>> = Object.fromEntries(
  Object.entries<QueryParameter>(AUTHORIZE_PARAMETERS).map(([name, { isRequired = false, ...rest }]) => {
    const isElsewhere = isRequired && name !== 'client_id';
    const description = isElsewhere ? `${rest.description} ${UNLESS_PUSHED}` : rest.description;
    return [name, { ...rest, description, isRequired: isRequired && !isElsewhere }];
  }),
);

/** In the place of all others but client_id. */
export const PUSHED: QueryParameter = {
  description: 'The request_uri of a request that was pushed to /par (RFC 9126); others are not supported.',
};

export type ResponseType = (typeof AUTHORIZE_PARAMETERS.response_type.values)[number];

/** How an answer goes back, where it is not in the query. */
export type ResponseMode = Exclude<(typeof AUTHORIZE_PARAMETERS.response_mode.values)[number], 'query'>;

/** What is not supported, and the error that says so (OpenID Connect Core §3.1.2.6). */
export const NOT_SUPPORTED: Readonly<Record<string, OAuthError>> = {
  request: 'request_not_supported',
  request_uri: 'request_uri_not_supported',
  registration: 'registration_not_supported',
};

/** @returns in characters */
export function maxLengthOf(name: string): number {
  const { maxLength = MAX_LENGTH } =
    (AUTHORIZE_PARAMETERS as Readonly<Record<string, QueryParameter>>)[name] ?? {};
  return maxLength;
}
