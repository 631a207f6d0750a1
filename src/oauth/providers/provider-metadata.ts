import type { IdentityProvider } from './identity-provider.entity.js';

type Metadata = Readonly<Record<string, unknown>>;

/** What was found about a provider. With a problem people can't sign in there, or only may be able to. */
export interface Finding {
  readonly name: string;
  readonly result: 'ok' | 'warning' | 'problem';
  readonly detail: string;
}

type Judged = Pick<Finding, 'result' | 'detail'>;
type Rule = (metadata: Metadata, provider: IdentityProvider) => Judged;

const LONGEST_SHOWN = 200;
const ENDPOINTS = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'];
/** What signs so can be checked by a published key. */
const SIGNATURE = /^(RS|PS|ES)\d|^Ed/;
const TAKEN_SECRETS = ['client_secret_basic', 'client_secret_post'];

const RULES: Readonly<Record<string, Rule>> = {
  Issuer: (metadata, { issuer }) =>
    metadata.issuer === issuer
      ? ok(issuer)
      : problem(`Its metadata name ${shown(metadata.issuer)}, and this provider has ${issuer}.`),
  Endpoints: (metadata, { issuer }) => {
    const bad = ENDPOINTS.filter((name) => !isAddress(metadata[name], issuer));
    return bad.length === 0
      ? ok(ENDPOINTS.map((name) => shown(metadata[name])).join(' · '))
      : problem(`${bad.join(', ')}: missing, or not https.`);
  },
  'Authorization code': (metadata) => {
    const types = listIn(metadata, 'response_types_supported');
    return types === null || types.includes('code')
      ? ok('It gives authorization codes.')
      : problem(`It gives only ${shown(types)}.`);
  },
  PKCE: (metadata) => {
    const methods = listIn(metadata, 'code_challenge_methods_supported');
    if (methods?.includes('S256')) return ok('It takes S256.');
    return methods === null
      ? warning('It does not say whether it takes PKCE. Hearth sends S256 all the same.')
      : problem(`It takes only ${shown(methods)}; Hearth sends S256.`);
  },
  'Client authentication': (metadata, { sealedSecret }) => {
    const methods = listIn(metadata, 'token_endpoint_auth_methods_supported') ?? [TAKEN_SECRETS[0]];
    if (sealedSecret === null)
      return methods.includes('none')
        ? ok('No secret, as a public client.')
        : warning(`No client secret is set, and it lists no public clients: ${shown(methods)}.`);
    const used = TAKEN_SECRETS.find((method) => methods.includes(method));
    return used ? ok(used) : problem(`It takes only ${shown(methods)}; Hearth sends a client secret.`);
  },
  Signatures: (metadata) => {
    const algorithms = listIn(metadata, 'id_token_signing_alg_values_supported');
    if (algorithms === null) return warning('It does not say how it signs.');
    return algorithms.some((algorithm) => SIGNATURE.test(algorithm))
      ? ok(shown(algorithms))
      : problem(`It signs by ${shown(algorithms)}, which no published key can check.`);
  },
  Scopes: (metadata, { scopes }) => {
    const known = listIn(metadata, 'scopes_supported');
    const unknown = scopes.filter((scope) => known !== null && !known.includes(scope));
    return unknown.length === 0
      ? ok(`openid ${scopes.join(' ')}`.trim())
      : warning(`It does not list ${unknown.join(', ')}.`);
  },
  'Issuer in its answer': (metadata) =>
    metadata.authorization_response_iss_parameter_supported === true
      ? ok('It says who answers (RFC 9207).')
      : warning('It does not say who answers (RFC 9207). Its redirect URI here is its own all the same.'),
};

/** Whether a provider's metadata fit its record, thing by thing. */
export function judgeMetadata(provider: IdentityProvider, metadata: Metadata): Finding[] {
  return Object.entries(RULES).map(([name, rule]) => ({ name, ...rule(metadata, provider) }));
}

function ok(detail: string): Judged {
  return { result: 'ok', detail };
}

function warning(detail: string): Judged {
  return { result: 'warning', detail };
}

function problem(detail: string): Judged {
  return { result: 'problem', detail };
}

/** null: left out, or no list of texts. */
function listIn(metadata: Metadata, name: string): string[] | null {
  const value = metadata[name];
  return Array.isArray(value) && value.every((each) => typeof each === 'string') ? value : null;
}

/** https, or http as the issuer has it, which only loopback may. */
function isAddress(value: unknown, issuer: string): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  const { protocol } = new URL(value);
  return protocol === 'https:' || protocol === new URL(issuer).protocol;
}

/** Shortens a foreign text to a length that a page has room for. */
export function shown(value: unknown): string {
  const text = Array.isArray(value) ? value.join(', ') : typeof value === 'string' ? value : 'nothing';
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text;
}
