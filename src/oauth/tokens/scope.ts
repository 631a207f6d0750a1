import { compileRuleset } from '../rulesets/ruleset-rules.js';
import { challengeScheme, type Caller, type CallerClient } from '../../platform/operations/caller.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';

/** A claim of /userinfo beside `sub` (OpenID Connect Core §5.1). */
export type Claim = 'name' | 'email' | 'email_verified';
/** What a third party gets, as the consent page has it: a row, and a text `given.…` for each. */
type Given = 'identity' | 'name' | 'email' | 'emails' | 'phones' | 'families';

interface ScopeDeclaration {
  /** Its place in tokens, 0 to 30; never given twice, also not after the scope is gone. */
  readonly bit: number;
  /** The rules it gives a client on a user's behalf; the client's ruleset restricts them further (§5.1). */
  readonly rules: readonly string[];
  /** The call that a ruleset must allow for the scope to be useful. */
  readonly isOf: string;
  /** Included when no scope is requested; other scopes must be requested. */
  readonly isUsual?: true;
  /** The scope that must be requested with it. */
  readonly needs?: string;
  /** What users are told that it gives. */
  readonly gives: readonly Given[];
  /** The claims that /userinfo returns for it (OpenID Connect Core §5.4). */
  readonly claims?: readonly Claim[];
}

/** A scope is an entry here. */
const SCOPES = {
  account: {
    ...{ bit: 0, rules: ['acc*'], isOf: 'accgetloggedaccount', isUsual: true },
    gives: ['identity', 'name', 'emails', 'phones', 'families'],
  },
  openid: { bit: 1, rules: ['oauth2userinfo'], isOf: 'oauth2userinfo', gives: ['identity'] },
  profile: {
    ...{ bit: 2, rules: [], isOf: 'oauth2userinfo', needs: 'openid' },
    gives: ['identity', 'name'],
    claims: ['name'],
  },
  email: {
    ...{ bit: 3, rules: [], isOf: 'oauth2userinfo', needs: 'openid' },
    gives: ['identity', 'email'],
    claims: ['email', 'email_verified'],
  },
} as const satisfies Record<string, ScopeDeclaration>;

export type Scope = keyof typeof SCOPES;
const DECLARED: Readonly<Record<Scope, ScopeDeclaration>> = SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];
export const SCOPE_BITS = Object.fromEntries(SCOPE_NAMES.map((name) => [name, DECLARED[name].bit])) as Record<
  Scope,
  number
>;
export const SCOPE_CLAIMS = SCOPE_NAMES.flatMap((name) => DECLARED[name].claims ?? []);

/** What these scopes give together, nothing twice; `identity` is always among them. All addresses are more than the first one. */
export function givenBy(scopes: readonly string[]): Given[] {
  const known = scopes.filter((scope): scope is Scope => Object.hasOwn(SCOPES, scope));
  const given = new Set<Given>(['identity', ...known.flatMap((scope) => DECLARED[scope].gives)]);
  if (given.has('emails')) given.delete('email');
  return [...given];
}

/** The scopes of a client that requests none: everything that its ruleset allows. */
export function scopesOf(client: Pick<CallerClient, 'allows'>): Scope[] {
  return SCOPE_NAMES.filter((name) => DECLARED[name].isUsual && isOfUse(name, client));
}

/** The scopes of a grant without a scope. */
export function usualScope(client: Pick<CallerClient, 'allows'>): string {
  return scopesOf(client).join(' ');
}

/** Whether a refresh may ask for it (RFC 6749 §6); null: it asks for nothing less. */
export function isWithin(asked: string | null, granted: string): boolean {
  const names = granted.split(' ');
  return asked === null || asked.split(' ').every((name) => names.includes(name));
}

/** The requested scopes that the client's ruleset lets it use. */
export function usefulScopes(text: string, client: Pick<CallerClient, 'allows'>): Scope[] {
  return (parseScope(text) ?? []).filter((name) => isOfUse(name, client));
}

/** Why these can't be requested without others; null: they can. */
export function problemWithScopes(scopes: readonly Scope[]): string | null {
  const asked: readonly string[] = scopes;
  const lacking = scopes.map((name) => DECLARED[name].needs).find((need) => need && !asked.includes(need));
  if (lacking === undefined) return null;
  const needy = SCOPE_NAMES.filter((name) => DECLARED[name].needs === lacking);
  return `${needy.join(' and ')} need the scope ${lacking}.`;
}

/**
 * The scopes that a scope parameter asks for; a text: what is wrong with it. Beside openid, unknown names are ignored
 * (OpenID Connect Core §3.1.2.1).
 */
export function readScope(text: string): Scope[] | string {
  const names = text.split(' ');
  const known = names.includes('openid') ? names.filter((name) => parseScope(name) !== null) : names;
  const scopes = parseScope(known.join(' '));
  return scopes === null
    ? 'scope names something this server does not know.'
    : (problemWithScopes(scopes) ?? scopes);
}

/** Whether it says only who the user is: what it gives can stand in an id_token. */
export function isOfIdentity(name: Scope): boolean {
  return DECLARED[name].isOf === 'oauth2userinfo';
}

/** The /userinfo claims that a grant's scope includes. */
export function claimsOf(scope: string | null | undefined): Claim[] {
  return (parseScope(scope ?? '') ?? []).flatMap((name) => DECLARED[name].claims ?? []);
}

/** The scopes named by a scope parameter (RFC 6749 §3.3); null when one is unknown. */
export function parseScope(text: string): Scope[] | null {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  return names.every((name): name is Scope => Object.hasOwn(SCOPES, name)) ? names : null;
}

export function hasScope(scope: string | null | undefined, name: Scope): boolean {
  return scope?.split(' ').includes(name) ?? false;
}

/** For a token whose scope does not cover an endpoint (RFC 6750 §3.1); the answer names the scope that does. */
export function insufficientScope(scheme: Caller['scheme'], callName: string): CallError {
  const wanted = SCOPE_NAMES.find((name) => compiled[name].allows(callName)) ?? '';
  const challenge = `${challengeScheme({ scheme })} error="insufficient_scope", scope="${wanted}"`;
  return new CallError(
    Errors.scopeInsufficient,
    { call: callName },
    { headers: { 'WWW-Authenticate': challenge } },
  );
}

/** Whether a grant's scope includes the call; a grant without a scope includes all. */
export function scopeAllows(scope: string | null, callName: string): boolean {
  if (scope === null) return true;
  return (parseScope(scope) ?? []).some((name) => compiled[name].allows(callName));
}

function isOfUse(name: Scope, client: Pick<CallerClient, 'allows'>): boolean {
  return client.allows(SCOPES[name].isOf);
}

const compiled = Object.fromEntries(
  SCOPE_NAMES.map((name) => [name, compileRuleset(name, SCOPES[name].rules)]),
) as Record<Scope, ReturnType<typeof compileRuleset>>;
