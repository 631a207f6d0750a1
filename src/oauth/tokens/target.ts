import type { Long } from '../../platform/operations/long.js';
import type { CallerClient } from '../../platform/operations/caller.js';
import { CallError } from '../../platform/errors/call-error.js';
import { Errors } from '../../platform/errors/catalogue.js';
import type { KnownResource, ResourceSet } from '../resources/known-resources.js';
import type { ReadAccessToken } from './format/access-token.js';
import {
  isOfIdentity,
  isOwnScope,
  notOfUse,
  OFFLINE_ACCESS,
  readScope,
  scopesOf,
  usefulScopes,
  type Scope,
} from './scope.js';

/** Stands for this server in the numbers of resources, which begin at 1. */
export const THIS_SERVER: Long = '0';
/** In characters: what an authorization keeps of a scope. */
const LONGEST_SCOPE = 255;

/** What tokens are for (RFC 8707). */
export interface Target {
  /** Whether they are for this server. */
  readonly isHere: boolean;
  /** The resource servers of others that they are for. */
  readonly resources: readonly KnownResource[];
}

/** Only this server, as for a request without a `resource`. */
export const HERE: Target = Object.freeze({ isHere: true, resources: [] });

/** Whether this server takes an access token itself; what it is for stands in the token. */
export function isForThisServer({ target }: Pick<ReadAccessToken, 'target'>): boolean {
  return target === null || target.numbers.includes(THIS_SERVER);
}

export function isForOthers({ resources }: Target): boolean {
  return resources.length > 0;
}

/** As rows and tokens have it: numbers, separated by spaces; null: only this server. */
export function keptTarget({ isHere, resources }: Target): string | null {
  if (resources.length === 0) return null;
  return [...(isHere ? [THIS_SERVER] : []), ...resources.map(({ number }) => number)].join(' ');
}

/** What a request asks for, as it is compared with a row's target. */
export function askedNumbers(target: Target): string {
  return keptTarget(target) ?? THIS_SERVER;
}

/** The numbers of a row's target. */
export function numbersIn(kept: string | null): readonly Long[] {
  return kept === null ? [THIS_SERVER] : kept.split(' ');
}

/** A request's scope for a target, or what is wrong with it. */
export type TargetScope = { readonly scope: string } | { readonly problem: string };

/**
 * The scope of a request for tokens for resources of others: what they define, and of this server's own scopes those that
 * say who the user is, or all if it is for this server too (D402).
 * @param text null: the request names none, and gets the default scopes of the resources
 */
export function scopeFor(text: string | null, client: CallerClient, target: Target): TargetScope {
  const read = text === null ? defaultsOf(client, target) : partScope(text, definesOf(target));
  if (typeof read === 'string') return { problem: read };
  const own = usefulScopes(read.own.join(' '), client).filter((name) => target.isHere || isOfIdentity(name));
  const scope = [...own, ...read.others].join(' ');
  if (scope === '') return { problem: `scope is required: ${askable(target)}` };
  if (scope.length > LONGEST_SCOPE)
    return { problem: `scope may have at most ${LONGEST_SCOPE} characters for a resource.` };
  return { scope };
}

/**
 * The scope that a request for a new grant names, narrowed to the client's ruleset; null: it names none, and is
 * only for this server.
 * @throws CallError scopeNotValid
 */
export function requestedScope(
  client: CallerClient,
  text: string | undefined,
  target: Target = HERE,
): string | null {
  if (isForOthers(target)) {
    const asked = scopeFor(text ?? null, client, target);
    if ('problem' in asked) throw new CallError(Errors.scopeNotValid, {}, { message: asked.problem });
    return asked.scope;
  }
  if (text === undefined) return null;
  const { own } = readParts(text);
  const scopes = usefulScopes(own.join(' '), client);
  if (scopes.length === 0) throw new CallError(Errors.scopeNotValid, {}, { message: notOfUse(own) });
  return scopes.join(' ');
}

/**
 * The scope parameter without repetitions.
 * @param known whose scopes it may name beside this server's; left out: none
 * @throws CallError scopeNotValid for an unknown name
 */
export function validScope(text: string, known?: ResourceSet): string {
  const { own, others } = readParts(text, known);
  return [...own, ...others].join(' ');
}

/** @throws CallError scopeNotValid */
function readParts(text: string, known?: ResourceSet): ScopeParts {
  const read = partScope(text, (name) => known?.defines(name) ?? false);
  if (typeof read === 'string') throw new CallError(Errors.scopeNotValid, {}, { message: read });
  return read;
}

/** What an access token for a target has of the scope of its grant, which names what its resources define now. */
export function scopeWithin(granted: string, target: Target): string {
  const defines = definesOf(target);
  const isOf = (name: string): boolean =>
    isOwnScope(name) ? target.isHere || isOfIdentity(name) : defines(name);
  return granted.split(' ').filter(isOf).join(' ');
}

/** What an access token has; a null scope is that of its grant. */
export interface TokenScope {
  readonly scope: string | null;
  readonly target: Target;
}

/**
 * What an access token of a grant says of its scope and target.
 * @param granted the scope of the grant
 * @param of the target of the grant
 * @param target what the token is for, of what the grant is for
 * @param asked a part of that scope; null: all of it
 */
export function tokensFor(
  granted: string | null,
  of: Target,
  target: Target,
  asked: string | null = null,
): TokenScope {
  if (!isForOthers(of)) return { scope: asked, target };
  return { scope: scopeWithin(asked ?? granted ?? '', target), target };
}

/** A scope parameter in its parts: this server's own names, and those that resources define. */
interface ScopeParts {
  readonly own: readonly Scope[];
  readonly others: readonly string[];
}

/** @returns text: what is wrong with it */
export function partScope(text: string, defines: (name: string) => boolean): ScopeParts | string {
  const names = [...new Set(text.split(' ').filter((name) => name !== ''))];
  const others = names.filter((name) => !isOwnScope(name) && defines(name));
  const left = names.filter((name) => !others.includes(name));
  // Beside a scope of a resource offline_access asks for nothing more (D418).
  const own = readScope(left.filter((name) => others.length === 0 || name !== OFFLINE_ACCESS).join(' '));
  return typeof own === 'string' ? own : { own, others };
}

function defaultsOf(client: CallerClient, { isHere, resources }: Target) {
  const others = new Set(resources.flatMap(({ defaultScopes }) => defaultScopes));
  return { own: isHere ? scopesOf(client) : [], others: [...others] };
}

function definesOf({ resources }: Target): (name: string) => boolean {
  const names = new Set(resources.flatMap(({ scopes }) => scopes.map(({ name }) => name)));
  return (name) => names.has(name);
}

function askable({ resources }: Target): string {
  const names = [...new Set(resources.flatMap(({ scopes }) => scopes.map(({ name }) => name)))];
  if (names.length === 0) return 'this resource defines none, so ask for openid.';
  return `ask for any of ${names.slice(0, 20).join(', ')}.`;
}
