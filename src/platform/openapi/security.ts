import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation } from '../operations/operation.js';

type Schemes = NonNullable<NonNullable<OpenAPIObject['components']>['securitySchemes']>;
type Requirement = Readonly<Record<string, string[]>>;

const key = (place: 'query' | 'header' | 'cookie', name: string, description?: string) =>
  ({ type: 'apiKey', in: place, name, ...(description && { description }) }) as const;

/** The ways to authenticate. */
export const SECURITY_SCHEMES: Schemes = {
  client: { type: 'http', scheme: 'basic', description: 'client_id and client_secret.' },
  clientParameters: key(
    'query',
    'client_id',
    'In the query, a form, JSON or multipart body; of a standard endpoint in the body alone.',
  ),
  clientSecretParameter: key('query', 'client_secret'),
  clientAssertion: key(
    'query',
    'client_assertion',
    'A JWT that the client signed (private_key_jwt, RFC 7523 §2.2), in the body alone, with client_assertion_type=urn:ietf:params:oauth:client-assertion-type:jwt-bearer.',
  ),
  bearer: { type: 'http', scheme: 'bearer' },
  mac: key('header', 'Authorization', 'MAC id="…", ts="…", nonce="…", mac="…"'),
  dpop: { type: 'http', scheme: 'DPoP', description: 'A token that is bound to a key (RFC 9449).' },
  dpopProof: key(
    'header',
    'DPoP',
    'The proof of that key. Beside a request for tokens it binds them to its key.',
  ),
  administration: key(
    'cookie',
    '__Host-hearth-admin-api',
    'After POST /admin/api/session. Over plain HTTP it is called hearth-admin-api.',
  ),
  session: key('cookie', 'JSESSIONID', 'After log2in; for pages, after signing in on one.'),
};

const CLIENT: readonly Requirement[] = [
  { client: [] },
  { clientParameters: [], clientSecretParameter: [] },
  { clientAssertion: [] },
];
const BOUND: Requirement = { dpop: [], dpopProof: [] };
const TOKEN: readonly Requirement[] = [{ bearer: [] }, { mac: [] }, BOUND];
export const SECURITY_OF_CALLS: readonly Requirement[] = [...CLIENT, ...TOKEN, { session: [] }];

/** Returns the ways to authenticate for an operation, any one of which is enough; none for an open operation. */
export function securityOf({ kind, client, account, forTokens }: Operation): readonly Requirement[] {
  if (account === 'browser') return [{ session: [] }];
  if (client !== 'credentials') return [];
  if (kind === 'page') return [{ bearer: [] }, BOUND, { administration: [] }];
  if (kind === 'call') return SECURITY_OF_CALLS;
  // A client that can't keep a secret sends only its client_id.
  return forTokens ? TOKEN : [...CLIENT, { clientParameters: [] }];
}

const KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeated request with the same key gets the same answer for 24 hours, and does nothing.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,64}$' },
};

/** The header of an operation that answers a repeated request as the first one. */
export function keyParameter({ idempotency, writes }: Operation): readonly object[] {
  return idempotency === 'answered alike' && writes ? [KEY] : [];
}
