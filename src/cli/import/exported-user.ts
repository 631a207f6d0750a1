import { Failure } from '../failure.js';
import { filled } from './export-values.js';
import type { GivenOptions, SourceOption } from './source.js';

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

/** A user as a system exports one: what is `unknown` may be anything, and is taken if it is what it should be. */
export interface ExportedUser {
  /** The first of these that is filled is the name; every account has one. */
  readonly names: readonly (string | undefined)[];
  readonly email?: unknown;
  readonly isEmailValidated?: unknown;
  readonly phone?: unknown;
  readonly isPhoneValidated?: unknown;
  readonly username?: unknown;
  readonly id?: unknown;
  readonly links?: readonly Link[];
  readonly passwordHash?: string;
  readonly countryCode?: string;
  readonly locale?: string;
  readonly isDisabled: boolean;
}

/** A user of another provider, as a source knows it. */
interface Link {
  readonly provider: unknown;
  readonly id: unknown;
}

/** An identifier as `POST /accounts/import` takes it. */
interface Identifier {
  readonly type: 'Email' | 'Msisdn' | 'Login' | 'ExternalId';
  readonly value: string;
  readonly isValidated?: boolean;
  readonly issuer?: string;
}

/** Left behind by the options that are not given, whatever the source. */
type Optional = 'ids' | 'links';

/**
 * Makes the line of a user for `POST /accounts/import`.
 * @param isLeft whether the user has what the source names as left behind
 * @throws Failure for a `--link` without `=`
 */
export function entryOf<Left extends string>(
  user: ExportedUser,
  isLeft: Readonly<Record<Exclude<Left, Optional>, unknown>>,
  given: GivenOptions,
): { readonly text: string; readonly left: readonly Left[] } {
  const { names, email, phone, username, passwordHash, countryCode, locale, isDisabled, links = [] } = user;
  const id = external(user.id, given.idsOf);
  const issuers = issuersIn(given.link);
  const kept = links.flatMap(({ provider, id: linked }) => external(linked, issuers.get(String(provider))));
  const account = {
    name: names.find((name) => name !== undefined && name.trim() !== '')?.trim() ?? '',
    identifiers: [
      ...identifier('Email', email, user.isEmailValidated),
      ...usernameIdentifier(username, email),
      ...identifier('Msisdn', phone, user.isPhoneValidated),
      ...id,
      ...kept,
    ],
    ...{ passwordHash, countryCode, locale, isDisabled: isDisabled || undefined },
  };
  const everything: Readonly<Record<string, unknown>> = {
    ...isLeft,
    links: kept.length < links.length,
    ids: filled(user.id) !== undefined && id.length === 0,
  };
  const left = Object.keys(everything).filter((each) => everything[each]) as Left[];
  return { text: JSON.stringify(account), left };
}

function identifier(type: 'Email' | 'Msisdn', value: unknown, isValidated: unknown): Identifier[] {
  const text = filled(value);
  return text === undefined ? [] : [{ type, value: text, isValidated: isValidated === true }];
}

/** A user name that is the address too is not kept twice; another with an @ can only be an address (D399). */
function usernameIdentifier(value: unknown, email: unknown): Identifier[] {
  const username = filled(value);
  if (username === undefined || username.toLowerCase() === filled(email)?.toLowerCase()) return [];
  return username.includes('@') ? identifier('Email', username, false) : [{ type: 'Login', value: username }];
}

function external(id: unknown, of: unknown): Identifier[] {
  const [value, issuer] = [filled(id), filled(of)];
  return value === undefined || issuer === undefined ? [] : [{ type: 'ExternalId', value, issuer }];
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
