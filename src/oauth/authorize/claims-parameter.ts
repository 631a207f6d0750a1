import { isLong, type Long } from '../../platform/operations/long.js';
import { isClaim } from '../tokens/claims.js';
import { claimsAskedIn, keptClaims, type ClaimPlace } from '../tokens/requested-claims.js';
import type { ResponseType } from './authorize-parameters.js';

/** What the parameter `claims` asks for (OpenID Connect Core §5.5). */
export interface ClaimsRequest {
  /** As they are kept; null: none that is known. */
  readonly claims: string | null;
  /** The only account that may sign in; null: any. */
  readonly accountId: Long | null;
  /** Values of `acr`; empty: none are asked for. */
  readonly acrs: readonly string[];
  readonly isAcrEssential: boolean;
}

/** What a member asks of a claim. */
interface Wish {
  readonly isEssential: boolean;
  /** Of `value` or `values`. */
  readonly values: readonly unknown[];
}

type Json = Readonly<Record<string, unknown>>;
type Wishes = readonly (readonly [name: string, wish: Wish])[];

const PLACES: readonly ClaimPlace[] = ['userinfo', 'id_token'];
/** The id of no account. */
export const NO_ACCOUNT: Long = '0';
const NO_CLAIMS: ClaimsRequest = { claims: null, accountId: null, acrs: [], isAcrEssential: false };

/**
 * Reads the parameter; a text: what is wrong with it. Claims and members that are not known are ignored, and so are values
 * of all claims but `sub` and `acr` (D396).
 * @param text null: it was not sent
 */
export function readClaims(
  text: string | null,
  scopes: readonly string[],
  responseType: ResponseType,
): ClaimsRequest | string {
  if (text === null) return NO_CLAIMS;
  if (!scopes.includes('openid')) return 'claims needs the scope openid.';
  const request = readText(text);
  if (typeof request === 'string' || responseType === 'code') return request;
  return claimsAskedIn('userinfo', request.claims).length === 0
    ? request
    : 'claims: userinfo needs an access token: ask for response_type=code.';
}

function readText(text: string): ClaimsRequest | string {
  const all = jsonObject(text);
  if (all === null) return 'claims must be a JSON object.';
  const asked = PLACES.map((place) => wishesIn(all, place));
  const problem = asked.find((wishes) => typeof wishes === 'string');
  if (problem !== undefined) return problem;
  const [ofUserInfo, ofIdToken] = asked as [Wishes, Wishes];
  const subs = [...valuesOf('sub', ofUserInfo), ...valuesOf('sub', ofIdToken)];
  const acrs = valuesOf('acr', ofIdToken);
  if (new Set(subs).size > 1) return 'claims: sub takes one value.';
  if (![...subs, ...acrs].every((value) => typeof value === 'string'))
    return 'claims: values of sub and acr must be strings.';
  const known = [...named('userinfo', ofUserInfo), ...named('id_token', ofIdToken)];
  return {
    claims: keptClaims(known),
    accountId: subs.length === 0 ? null : accountOf(subs[0] as string),
    acrs: acrs as string[],
    isAcrEssential: ofIdToken.some(([name, { isEssential }]) => name === 'acr' && isEssential),
  };
}

/** The account of a `sub`, to the letter: one with zeros in front is nobody's. */
function accountOf(sub: string): Long {
  return isLong(sub) && !sub.startsWith('0') ? sub : NO_ACCOUNT;
}

function wishesIn(all: Json, place: ClaimPlace): Wishes | string {
  if (!Object.hasOwn(all, place)) return [];
  const asked = all[place];
  if (!isObject(asked)) return `claims: ${place} must be an object.`;
  const wishes: [string, Wish][] = [];
  for (const [name, said] of Object.entries(asked)) {
    const wish = wishOf(said);
    if (typeof wish === 'string') return `claims: ${place}: ${wish}`;
    wishes.push([name, wish]);
  }
  return wishes;
}

function wishOf(said: unknown): Wish | string {
  if (said === null) return { isEssential: false, values: [] };
  if (!isObject(said)) return 'a claim is asked for by null or an object.';
  const { essential = false, value, values } = said;
  if (typeof essential !== 'boolean') return 'essential must be true or false.';
  if (values !== undefined && (!Array.isArray(values) || values.length === 0))
    return 'values must be a list that is not empty.';
  if (value !== undefined && values !== undefined) return 'a claim takes value or values, not both.';
  return {
    isEssential: essential,
    values: (values as unknown[] | undefined) ?? (value === undefined ? [] : [value]),
  };
}

function valuesOf(wanted: string, wishes: Wishes): unknown[] {
  return wishes.flatMap(([name, { values }]) => (name === wanted ? values : []));
}

function named(place: ClaimPlace, wishes: Wishes) {
  return wishes.flatMap(([name]) => (isClaim(name) ? [[place, name] as const] : []));
}

function jsonObject(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
