import { Failure } from '../failure.js';
import type { GivenOptions, SourceOption } from './source.js';

/** An identifier as `POST /accounts/import` takes it. */
interface Identifier {
  readonly type: 'Email' | 'Msisdn' | 'Login' | 'ExternalId';
  readonly value: string;
  readonly isValidated?: boolean;
  readonly issuer?: string;
}

/** An account as `POST /accounts/import` takes it. Members that are undefined are left out. */
export interface AccountLine {
  readonly name: string;
  readonly identifiers: readonly Identifier[];
  readonly passwordHash?: string;
  readonly countryCode?: string;
  readonly locale?: string;
  readonly isDisabled?: true;
}

/** For sources whose users have ids that applications know. */
export const IDS_OF: SourceOption = {
  flags: '--ids-of <issuer>',
  help: 'keep the ids of its users, as ExternalIds of this issuer',
};

/** For sources whose users may sign in at others, such as Google. */
export const LINKS: SourceOption = {
  flags: '--link <provider=issuer>',
  help: 'keep the users’ links to a provider, as ExternalIds of its issuer; may be repeated',
  isRepeated: true,
};

export function exportedObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The text, or undefined if it is none or empty. */
export function filled(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Whether there is something in it: an empty list or object is nothing. */
export function isThere(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

/** The names of what is left behind. */
export function leftOf<Left extends string>(isLeft: Readonly<Record<Left, unknown>>): Left[] {
  return (Object.keys(isLeft) as Left[]).filter((each) => isLeft[each]);
}

/** The first that there is; every account has a name. */
export function nameFrom(...names: readonly (string | undefined)[]): string {
  return names.find((name) => name !== undefined && name.trim() !== '')?.trim() ?? '';
}

/** The part of an e-mail address before the @. */
export function localPart(email: string | undefined): string | undefined {
  return email?.split('@')[0];
}

export function emailIdentifier(value: unknown, isValidated: unknown): Identifier[] {
  const email = filled(value);
  return email === undefined ? [] : [{ type: 'Email', value: email, isValidated: isValidated === true }];
}

export function phoneIdentifier(value: unknown, isValidated: unknown): Identifier[] {
  const phone = filled(value);
  return phone === undefined ? [] : [{ type: 'Msisdn', value: phone, isValidated: isValidated === true }];
}

/** A user name that is the address too is not kept twice; another with an @ can only be an address. */
export function usernameIdentifier(value: unknown, email: unknown): Identifier[] {
  const username = filled(value);
  if (username === undefined || username.toLowerCase() === filled(email)?.toLowerCase()) return [];
  return username.includes('@')
    ? [{ type: 'Email', value: username, isValidated: false }]
    : [{ type: 'Login', value: username }];
}

export function idIdentifier(value: unknown, { idsOf }: GivenOptions): Identifier[] {
  const [id, issuer] = [filled(value), filled(idsOf)];
  return id === undefined || issuer === undefined ? [] : [{ type: 'ExternalId', value: id, issuer }];
}

/** A user of another provider, as a source knows it. */
export interface Link {
  readonly provider: unknown;
  readonly id: unknown;
}

/**
 * The links whose provider has an issuer by `--link`, and how many have none.
 * @throws Failure for an option without `=`
 */
export function linksOf(
  links: readonly Link[],
  { link }: GivenOptions,
): { readonly kept: readonly Identifier[]; readonly others: number } {
  const issuers = issuersIn(link);
  const kept = links.flatMap(({ provider, id }): Identifier[] => {
    const [issuer, value] = [issuers.get(String(provider)), filled(id)];
    return issuer === undefined || value === undefined ? [] : [{ type: 'ExternalId', value, issuer }];
  });
  return { kept, others: links.length - kept.length };
}

function issuersIn(given: GivenOptions[string] = []): ReadonlyMap<string, string> {
  return new Map(
    [given].flat().map((pair) => {
      const [, provider, issuer] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
      if (issuer === undefined)
        throw new Failure(
          `--link ${pair}: write PROVIDER=ISSUER, such as google=https://accounts.google.com.`,
          'usage',
        );
      return [provider, issuer] as const;
    }),
  );
}
