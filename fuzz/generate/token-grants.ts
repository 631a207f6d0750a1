import { argsOf } from '../../src/platform/operations/args.js';
import { TokenEndpointArgs } from '../../src/oauth/grants/token-endpoint.args.js';
import type { ClientRole } from '../cast/cast.js';
import type { Persona } from '../cast/persona.js';
import { assertionFor } from '../values/assertion.js';
import type { Answer } from '../wire/answer.js';
import { jsonOf, learnTokens, tokensIn } from './learn-tokens.js';
import type { Cooked, Recipe } from './recipes.js';

/** Values by the name of a parameter; undefined leaves it out. */
export type Values = Readonly<Record<string, string | undefined>>;

const URN = 'urn:ietf:params:oauth';
const NONE: Values = Object.fromEntries(
  argsOf(TokenEndpointArgs).map(({ wireName }) => [wireName, undefined]),
);
const GRANTS: readonly ((persona: Persona, publicUrl: string) => Cooked)[] = [
  (persona) => refresh(persona) ?? password(persona),
  code,
  password,
  (persona) => ownToken(persona, persona.random.pick(['desk', 'partner', 'app'])),
  exchange,
  assertion,
];

/** A request to `/token` with the parameters of its grant type (D62, D116). */
export function grantRecipe(persona: Persona, publicUrl: string): Cooked {
  return persona.random.pick(GRANTS)(persona, publicUrl);
}

/** A request for tokens of the client, which are learned from the answer. */
export function tokensFor(persona: Persona, client: ClientRole, values: Values): Recipe {
  return { client, values, learn: (answer) => learnTokens(persona, answer, client) };
}

/** Leaves out all other parameters. */
function only(values: Values): Values {
  return { ...NONE, ...values };
}

export function ownToken(persona: Persona, client: ClientRole): Recipe {
  return {
    client,
    values: only({ grant_type: 'client_credentials' }),
    learn: (answer) => {
      const token = tokensIn(answer, client)?.access ?? null;
      if (client === 'desk') persona.deskToken = token;
      if (client === 'partner') persona.partnerToken = token;
    },
    refused: ({ status }) => void (status === 401 && (persona.misses = true)),
  };
}

function refresh(persona: Persona): Recipe | null {
  const found = persona.stock.take('refreshToken', persona.random);
  if (!found) return null;
  const values = only({ grant_type: 'refresh_token', refresh_token: found.token });
  return tokensFor(persona, found.client as ClientRole, values);
}

function password(persona: Persona): Recipe {
  const { user, cast, random } = persona;
  const client = random.pick(['app', 'strict', 'portal'] as const);
  const token_type = random.chance(30) ? 'mac' : undefined;
  const grant = { grant_type: 'password', username: user.email, password: cast.password, token_type };
  return {
    ...tokensFor(persona, client, only(grant)),
    refused: (answer) => {
      if ((jsonOf(answer) as { error?: string } | null)?.error === 'invalid_grant' || answer.status === 429)
        persona.leaveUser();
    },
  };
}

function code(persona: Persona): Cooked {
  const found = persona.stock.take('code', persona.random);
  if (!found) return 'challenge';
  const client = found.client as ClientRole;
  return {
    client,
    values: only({
      grant_type: 'authorization_code',
      code: found.code,
      redirect_uri: persona.cast.clients[client].redirectUri,
      code_verifier: found.verifier || undefined,
    }),
    learn: (answer) => {
      learnTokens(persona, answer, client);
      const access = tokensIn(answer, client)?.access;
      if (access && found.scope.includes('openid')) persona.stock.add('openidToken', { token: access });
    },
  };
}

function exchange(persona: Persona, publicUrl: string): Recipe {
  const { stock, random, cast, user } = persona;
  const minted = random.chance(50) ? stock.take('validationToken', random) : undefined;
  const client = minted ? 'app' : 'portal';
  const type = minted ? 'urn:hearth:params:oauth:token-type:validation-token' : `${URN}:token-type:jwt`;
  const grant = {
    grant_type: `${URN}:grant-type:token-exchange`,
    subject_token: minted?.token ?? assertionFor(cast, user.externalId, publicUrl, random),
    subject_token_type: type,
    requested_token_type: random.chance(30) ? `${URN}:token-type:access_token` : undefined,
  };
  return tokensFor(persona, client, only(grant));
}

/** In half of the cases for a user without an account: the answer is a link to connect one (D117). */
function assertion(persona: Persona, publicUrl: string): Recipe {
  const { random, cast, user } = persona;
  const subject = random.chance(50) ? user.externalId : persona.newName('stranger-');
  const signed = assertionFor(cast, subject, publicUrl, random);
  return {
    ...tokensFor(persona, 'portal', only({ grant_type: `${URN}:grant-type:jwt-bearer`, assertion: signed })),
    refused: (answer: Answer) => {
      const { error_uri: uri } = (jsonOf(answer) ?? {}) as { error_uri?: string };
      const token = /\/link\/([\w-]+)/.exec(uri ?? '')?.[1];
      if (token) persona.stock.add('token@link', { token });
    },
  };
}
