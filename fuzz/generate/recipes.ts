import type { ClientRole } from '../cast/cast.js';
import type { Persona } from '../cast/persona.js';
import type { Kit } from '../cast/stock.js';
import type { Answer } from '../wire/answer.js';
import { resultOf } from './learn-tokens.js';
import { grantRecipe, tokensFor, type Values } from './token-grants.js';
import { newIdentifier } from './vocabulary.js';

/** Requirements of a call that its parameters do not declare. */
export interface Recipe {
  readonly client?: ClientRole;
  readonly account?: 'session' | 'bearer' | 'mac';
  /** An access token to use instead of credentials. */
  readonly token?: string | null;
  /** Values by name; undefined leaves the parameter out. */
  readonly values?: Values;
  readonly learn?: (answer: Answer) => void;
  readonly refused?: (answer: Answer) => void;
}

/** A recipe; or the name of another operation whose answer it needs. */
export type Cooked = Recipe | string;

/** Statuses that mean its password changed, it was disabled or deleted, or is throttled. */
const LOCKED_OUT = [401, 429];
const PRIVILEGED = ['app', 'portal', 'strict'] as const;

/** The kinds in stock of what the partner created: an id that an answer told may be out of its reach. */
const OWN = {
  familyId: 'the partner’s familyId',
  accountId: 'the partner’s accountId',
  'accountId+familyId': 'the partner’s accountId+familyId',
} as const;

/** By operation name; other operations are sent by anyone allowed, with values by parameter name. */
export const RECIPES: Readonly<Record<string, (persona: Persona, publicUrl: string) => Cooked>> = {
  log2in: (persona) => ({
    values: {
      identifier: persona.random.pick([persona.user.email, persona.user.login]),
      password: persona.cast.password,
    },
    learn: () => {
      persona.isSignedIn = true;
      persona.isOnPages = false;
    },
    refused: ({ status }) => void (LOCKED_OUT.includes(status) && persona.leaveUser()),
  }),
  log2out: (persona) => ({
    account: 'session',
    learn: () => void (persona.isSignedIn = persona.isOnPages = false),
  }),
  log2generateaccesstokenbypassword: (persona) => {
    const client = persona.random.pick(PRIVILEGED);
    return {
      ...tokensFor(persona, client, { identifier: persona.user.email, password: persona.cast.password }),
      refused: ({ status }) => void (LOCKED_OUT.includes(status) && persona.leaveUser()),
    };
  },
  log2createvalidationtoken: (persona) => ({
    client: 'app',
    values: { identifier: persona.user.email, audience: undefined },
    learn: (answer) => persona.stock.add('validationToken', { token: resultOf(answer) }),
    refused: ({ status }) => void (status === 404 && persona.leaveUser()),
  }),
  log2generateaccesstokenbyvalidationtoken: (persona) => {
    const found = persona.stock.take('validationToken', persona.random);
    if (!found) return 'log2createvalidationtoken';
    return tokensFor(persona, 'app', { validationtoken: found.token });
  },
  log2generateaccesstokenbyauthorizationcode: (persona) => {
    const found = persona.stock.take('code', persona.random);
    if (!found) return 'challenge';
    const values = { code: found.code, codeVerifier: found.verifier || undefined };
    return tokensFor(persona, found.client as ClientRole, values);
  },
  webgeneratestatesecret: (persona) => {
    const cipher = persona.random.letters(24);
    return {
      client: 'shop',
      values: { stateRandomCipher: cipher },
      learn: (answer) => persona.stock.add('cipher', { cipher, secret: resultOf(answer) }),
    };
  },
  weblogin: (persona) => {
    const found = persona.stock.take('cipher', persona.random);
    if (!found) return 'webgeneratestatesecret';
    const { cast, random, user } = persona;
    return {
      values: {
        login: user.email,
        password: cast.password,
        stateRandomCipher: found.cipher,
        redirect_uri: random.chance(30) ? cast.clients.shop.redirectUri : undefined,
      },
      learn: (answer) => {
        const session = resultOf(answer);
        if (session !== '') persona.stock.add('webSession', { session, secret: found.secret });
      },
      refused: ({ status }) => void (LOCKED_OUT.includes(status) && persona.leaveUser()),
    };
  },
  webvalidatesession: (persona) => {
    const found = persona.stock.take('webSession', persona.random);
    if (!found) return 'weblogin';
    return { client: 'shop', values: { stateSecret: found.secret, sessionId: found.session } };
  },
  provsearch: (persona) => {
    const { random, user } = persona;
    const none = { email: undefined, MSISDN: undefined, login: undefined, identifier: undefined };
    const name = random.pick(['email', 'login', 'identifier'] as const);
    return partner(persona, { ...none, [name]: name === 'login' ? user.login : user.email });
  },
  provlistaccounts: (persona) => partner(persona, { after: undefined, limit: '10' }),
  provlistfamilies: (persona) => partner(persona, { after: undefined, limit: '10' }),
  provcreatefamily: (persona) => ({
    ...partner(persona, {}),
    learn: (answer) => created(persona, 'familyId', { familyId: resultOf(answer) }),
  }),
  provcreateaccount: (persona) => {
    const identifier = newIdentifier(persona);
    const found = persona.stock.take(OWN.familyId, persona.random);
    const family = found ?? { familyId: undefined, FamilyName: persona.newName('Family ') };
    return {
      ...partner(persona, { FamilyName: undefined, ...family, ...identifier, AccountType: '0' }),
      learn: (answer) => {
        const accountId = resultOf(answer);
        created(persona, 'accountId', { accountId });
        persona.stock.add('identifier', { identifier: identifier.Identifier });
        if (!found) return;
        persona.stock.add(OWN.familyId, found);
        created(persona, 'accountId+familyId', { accountId, ...found });
      },
    };
  },
  provupdateaccount: (persona) => {
    const none = { Type: undefined, Identifier: undefined };
    const identifier = persona.random.chance(30) ? newIdentifier(persona) : none;
    return withOwn(persona, 'accountId+familyId', identifier) ?? 'provcreateaccount';
  },
  provaddaccount2family: (persona) => {
    const { stock, random } = persona;
    if (stock.count(OWN.accountId) === 0) return 'provcreateaccount';
    if (stock.count(OWN.familyId) === 0) return 'provcreatefamily';
    const [account, family] = [stock.take(OWN.accountId, random), stock.take(OWN.familyId, random)] as [
      Kit,
      Kit,
    ];
    const both = { ...account, ...family };
    return {
      ...partner(persona, { ...both, AccountType: random.pick(['0', '1', '2']) }),
      learn: () => {
        stock.add(OWN.accountId, account);
        stock.add(OWN.familyId, family);
        created(persona, 'accountId+familyId', both);
      },
    };
  },
  provremoveaccount2family: (persona) => {
    const member = persona.stock.take(OWN['accountId+familyId'], persona.random);
    return member ? partner(persona, member) : 'provcreateaccount';
  },
  provupdatefamily: (persona) => withOwn(persona, 'familyId') ?? 'provcreatefamily',
  provdeletefamily: (persona) => {
    if (persona.stock.count(OWN.familyId) < 4) return 'provcreatefamily';
    return partner(persona, { ...persona.stock.take(OWN.familyId, persona.random) });
  },
  provdeleteaccount: (persona) => {
    if (persona.stock.count(OWN.accountId) < 8) return 'provcreateaccount';
    return partner(persona, { ...persona.stock.take(OWN.accountId, persona.random), familyId: undefined });
  },
  provgetaccount: (persona) => withOwn(persona, 'accountId', { familyId: undefined }) ?? 'provcreateaccount',
  oauth2token: grantRecipe,
  oauth2revoke: (persona) => {
    if (persona.stock.count('token') < 5) return 'log2generateaccesstokenbypassword';
    const { token, client } = persona.stock.take('token', persona.random) ?? {};
    return { client: client as ClientRole, values: { token, token_type_hint: undefined } };
  },
  oauth2introspect: (persona) => {
    const found = persona.stock.pick('token', persona.random);
    if (!found) return 'log2generateaccesstokenbypassword';
    return { client: 'app', values: { token: found.token, token_type_hint: undefined } };
  },
  oauth2userinfo: (persona) => {
    const found = persona.stock.take('openidToken', persona.random);
    return found ? { token: found.token } : 'challenge';
  },
};

/** Any way to act as a user; or the operation that must come first. */
export function asUser(persona: Persona): Cooked {
  const way = persona.random.pick(['session', 'bearer', 'mac'] as const);
  if (way === 'session')
    return persona.isSignedIn ? { account: way, refused: () => persona.signedOut() } : 'log2in';
  if (persona[way] === null) return 'log2generateaccesstokenbypassword';
  return { account: way, refused: () => void (persona[way] = null) };
}

/** Keeps what the partner created, for its own calls and for those of anybody. */
function created(persona: Persona, kind: keyof typeof OWN, kit: Kit): void {
  persona.stock.add(kind, kit);
  persona.stock.add(OWN[kind], kit);
}

/** A call about something that the partner created, which is forgotten if the call fails: it may have been deleted. */
function withOwn(persona: Persona, kind: keyof typeof OWN, values: Values = {}): Recipe | null {
  const kit = persona.stock.take(OWN[kind], persona.random);
  if (!kit) return null;
  return {
    ...partner(persona, { ...kit, ...values }),
    learn: () => persona.stock.add(OWN[kind], kit),
  };
}

/** The partner's back end, by its credentials or its own token. */
function partner(persona: Persona, values: Values): Recipe {
  const token = persona.random.chance(30) ? persona.partnerToken : null;
  return { client: 'partner', token, values, refused: () => void (persona.partnerToken = null) };
}
