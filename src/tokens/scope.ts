import { compileRuleset } from '../clients/ruleset-rules.js';
import type { Caller, CallerClient } from '../contract/caller.js';
import { CallError } from '../errors/call-error.js';
import { Errors } from '../errors/catalogue.js';

/**
 * What a scope lets a client call on a user's behalf; its ruleset decides on top of it (§5.1). `isOf` is the call that a
 * ruleset must allow for the scope to be of use. The last three are OpenID Connect's (Core §5.4).
 */
const SCOPES = {
  account: { rules: ['acc*'], isOf: 'accgetloggedaccount' },
  openid: { rules: ['oauth2userinfo'], isOf: 'oauth2userinfo' },
  profile: { rules: [], isOf: 'oauth2userinfo' },
  email: { rules: [], isOf: 'oauth2userinfo' },
} as const satisfies Record<string, { rules: readonly string[]; isOf: string }>;

export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as Scope[];

/** Those that have to be asked for: without a scope parameter there is no OpenID Connect. */
const ONLY_IF_ASKED: readonly Scope[] = ['openid', 'profile', 'email'];

/** What a client is given when it asks for nothing in particular: all that its ruleset allows. */
export function scopesOf(client: Pick<CallerClient, 'allows'>): Scope[] {
  return SCOPE_NAMES.filter((name) => !ONLY_IF_ASKED.includes(name) && isOfUse(name, client));
}

/** Of the scopes that were asked for, those that the client's ruleset lets it make use of. */
export function usefulScopes(text: string, client: Pick<CallerClient, 'allows'>): Scope[] {
  return (parseScope(text) ?? []).filter((name) => isOfUse(name, client));
}

/** Their names in a scope parameter (RFC 6749 §3.3), or null when one is not known. */
export function parseScope(text: string): Scope[] | null {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  return names.every((name): name is Scope => Object.hasOwn(SCOPES, name)) ? names : null;
}

export function hasScope(scope: string | null | undefined, name: Scope): boolean {
  return scope?.split(' ').includes(name) ?? false;
}

/** A token whose scope does not cover an endpoint (RFC 6750 §3.1); the answer names the scope that does. */
export function insufficientScope(scheme: Caller['scheme'], callName: string): CallError {
  const wanted = SCOPE_NAMES.find((name) => compiled[name].allows(callName)) ?? '';
  const challenge = `${scheme === 'mac' ? 'MAC' : 'Bearer'} error="insufficient_scope", scope="${wanted}"`;
  return new CallError(
    Errors.scopeInsufficient,
    { call: callName },
    { headers: { 'WWW-Authenticate': challenge } },
  );
}

/** Whether a scope, as a grant keeps it, includes the call; without one everything is. */
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
