import type { Claim } from './claims.js';
import { compileRuleset } from '../rulesets/ruleset-rules.js';
import { challengeScheme, type Caller, type CallerClient } from '../../platform/operations/caller.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';

/** What a third party gets, as the consent page has it: a row, and a text `given.…` for each. */
type Given =
  | 'identity'
  | 'name'
  | 'profile'
  | 'email'
  | 'emails'
  | 'phone'
  | 'phones'
  | 'families'
  | 'roles'
  | 'familyManagement';

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
  /** It lets a client change what the person sees as theirs; the others only read. */
  readonly changes?: true;
  /** The claims that it includes (OpenID Connect Core §5.4). */
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
    gives: ['identity', 'profile'],
    claims: ['name', 'preferred_username', 'locale', 'zoneinfo', 'updated_at'],
  },
  email: {
    ...{ bit: 3, rules: [], isOf: 'oauth2userinfo', needs: 'openid' },
    gives: ['identity', 'email'],
    claims: ['email', 'email_verified'],
  },
  /** As `family`, it gives no more than `account`, and is not usual (D397). */
  phone: {
    ...{ bit: 5, rules: [], isOf: 'oauth2userinfo', needs: 'openid' },
    gives: ['identity', 'phone'],
    claims: ['phone_number', 'phone_number_verified'],
  },
  family: {
    ...{ bit: 6, rules: [], isOf: 'oauth2userinfo', needs: 'openid' },
    gives: ['identity', 'roles'],
    claims: ['families'],
  },
  /** For the operator's own applications: no shipped ruleset of third parties allows its calls (D390). */
  'family.manage': {
    ...{ bit: 4, rules: ['fam*'], isOf: 'famgetfamilies', changes: true },
    gives: ['identity', 'familyManagement'],
  },
} as const satisfies Record<string, ScopeDeclaration>;

export type Scope = keyof typeof SCOPES;
const DECLARED: Readonly<Record<Scope, ScopeDeclaration>> = SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];
export const SCOPE_BITS = Object.fromEntries(SCOPE_NAMES.map((name) => [name, DECLARED[name].bit])) as Record<
  Scope,
  number
>;
/**
 * Accepted beside the scopes and granted nowhere: every grant of a user has a refresh token (D418; OpenID Connect Core §11).
 */
export const OFFLINE_ACCESS = 'offline_access';
const ONLY_OFFLINE = `${OFFLINE_ACCESS} gives nothing by itself: name another scope with it.`;
/** A scope that an answer can name (RFC 6749 §3.3). */
const NAMEABLE = /^[!#-[\]-~]{1,64}$/;
export const SCOPE_CLAIMS = SCOPE_NAMES.flatMap((name) => DECLARED[name].claims ?? []);

/** Rows that another row includes: all addresses are more than the first one, and who manages families sees them. */
const INCLUDED: readonly (readonly [included: Given, by: Given])[] = [
  ['name', 'profile'],
  ['email', 'emails'],
  ['phone', 'phones'],
  ['families', 'roles'],
  ['families', 'familyManagement'],
  ['roles', 'familyManagement'],
];

/** What these scopes give together, nothing twice; `identity` is always among them. */
export function givenBy(scopes: readonly string[]): Given[] {
  const known = scopes.filter((scope): scope is Scope => Object.hasOwn(SCOPES, scope));
  const given = new Set<Given>(['identity', ...known.flatMap((scope) => DECLARED[scope].gives)]);
  for (const [included, by] of INCLUDED) if (given.has(by)) given.delete(included);
  return [...given];
}

/** Whether a client that has these scopes can change nothing. */
export function onlyReads(scopes: readonly string[]): boolean {
  return scopes.every((scope) => Object.hasOwn(SCOPES, scope) && !DECLARED[scope as Scope].changes);
}

/** The scopes of a client that requests none: everything that its ruleset allows. */
export function scopesOf(client: Pick<CallerClient, 'allows'>): Scope[] {
  return SCOPE_NAMES.filter((name) => DECLARED[name].isUsual && isOfUse(name, client));
}

/** The scopes of a grant without a scope. */
export function usualScope(client: Pick<CallerClient, 'allows'>): string {
  return scopesOf(client).join(' ');
}

/** The scopes of a refresh that its grant does not have, which it may not ask for (RFC 6749 §6). */
export function scopesBeyond(granted: string, asked: string | null): string[] {
  const names = granted.split(' ');
  return asked?.split(' ').filter((name) => !names.includes(name)) ?? [];
}

/** The requested scopes that the client's ruleset lets it use. */
export function usefulScopes(text: string, client: Pick<CallerClient, 'allows'>): Scope[] {
  return ownScopesIn(text).filter((name) => isOfUse(name, client));
}

/** Why these can't be requested without others; null: they can. */
export function problemWithScopes(scopes: readonly Scope[]): string | null {
  const asked: readonly string[] = scopes;
  const lacking = scopes.map((name) => DECLARED[name].needs).find((need) => need && !asked.includes(need));
  if (lacking === undefined) return null;
  const needy = SCOPE_NAMES.filter((name) => DECLARED[name].needs === lacking);
  return `${new Intl.ListFormat('en-GB').format(needy)} need the scope ${lacking}.`;
}

/**
 * The scopes that a scope parameter asks for; a text: what is wrong with it. Beside openid, unknown names are ignored
 * (OpenID Connect Core §3.1.2.1).
 */
export function readScope(text: string): Scope[] | string {
  const given = text.split(' ');
  const names = given.filter((name) => name !== OFFLINE_ACCESS);
  if (names.length < given.length && names.join('') === '') return ONLY_OFFLINE;
  const known = names.includes('openid') ? names.filter((name) => parseScope(name) !== null) : names;
  const scopes = parseScope(known.join(' '));
  return scopes === null ? unknownIn(known) : (problemWithScopes(scopes) ?? scopes);
}

/** The message about the first unknown scope of these. */
function unknownIn(names: readonly string[]): string {
  const unknown = names.find((name) => parseScope(name) === null) ?? '';
  return NAMEABLE.test(unknown)
    ? `The scope ${unknown} is unknown.`
    : 'The scope is unknown, and longer than a scope can be or with other characters.';
}

/** The message about known scopes of which the client's ruleset allows none. */
export function notOfUse(scopes: readonly Scope[]): string {
  if (scopes.length === 0) return Errors.scopeNotValid.meaning;
  return `The ruleset of this client does not allow the scope ${scopes.join(', ')}.`;
}

/** Whether it says only who the user is: what it gives can stand in an id_token. */
export function isOfIdentity(name: Scope): boolean {
  return DECLARED[name].isOf === 'oauth2userinfo';
}

/** The scope that includes a claim. */
export function scopeOfClaim(claim: Claim): Scope {
  return SCOPE_NAMES.find((name) => DECLARED[name].claims?.includes(claim)) as Scope;
}

/** The claims that a grant's scope includes. */
export function claimsOf(scope: string | null | undefined): Claim[] {
  return ownScopesIn(scope ?? '').flatMap((name) => DECLARED[name].claims ?? []);
}

/** The scopes of a scope parameter (RFC 6749 §3.3); null: a name is unknown. */
export function parseScope(text: string): Scope[] | null {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  return names.every((name): name is Scope => Object.hasOwn(SCOPES, name)) ? names : null;
}

/** Whether it is a scope of this server, not of a resource. */
export function isOwnScope(name: string): name is Scope {
  return Object.hasOwn(SCOPES, name);
}

/** The scopes of this server in a scope that may have those of resources too. */
function ownScopesIn(text: string): Scope[] {
  return [...new Set(text.split(' '))].filter(isOwnScope);
}

export function hasScope(scope: string | null | undefined, name: Scope): boolean {
  return scope?.split(' ').includes(name) ?? false;
}

/** For a token whose scope does not cover an endpoint (RFC 6750 §3.1); the answer names the scope that does. */
export function insufficientScope(scheme: Caller['scheme'], callName: string): CallError {
  const challenge = `${challengeScheme({ scheme })} error="insufficient_scope", scope="${scopeOfCall(callName) ?? ''}"`;
  return new CallError(
    Errors.scopeInsufficient,
    { call: callName },
    { headers: { 'WWW-Authenticate': challenge } },
  );
}

/** The scope that covers a call; null: none does. */
export function scopeOfCall(callName: string): Scope | null {
  return SCOPE_NAMES.find((name) => compiled[name].allows(callName)) ?? null;
}

/** Whether a grant's scope includes the call; a grant without a scope includes all. */
export function scopeAllows(scope: string | null, callName: string): boolean {
  if (scope === null) return true;
  return ownScopesIn(scope).some((name) => compiled[name].allows(callName));
}

function isOfUse(name: Scope, client: Pick<CallerClient, 'allows'>): boolean {
  return client.allows(SCOPES[name].isOf);
}

const compiled = Object.fromEntries(
  SCOPE_NAMES.map((name) => [name, compileRuleset(name, SCOPES[name].rules)]),
) as Record<Scope, ReturnType<typeof compileRuleset>>;
