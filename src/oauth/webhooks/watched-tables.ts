import type { AccountIdentifier } from '../../identity/accounts/account-identifier.entity.js';
import type { Account } from '../../identity/accounts/account.entity.js';
import type { FamilyMember } from '../../identity/families/family-member.entity.js';
import type { Family } from '../../identity/families/family.entity.js';
import type { Consent } from '../consent/consent.entity.js';
import type { TokenGrant } from '../tokens/token-grant.entity.js';
import type { EventKind } from './event-kinds.js';

/** A column, or an event of a row, whose changes are written down. */
export interface Watched {
  /** The events that may follow. */
  readonly tells: readonly EventKind[];
  /** Its name among what `changed` lists, if that is not the member's. */
  readonly as?: string;
  /** The rules read the old and the new value, and not only whether it changed. */
  readonly isValueKept?: true;
  /** A change to null is not written down. */
  readonly isOnlyWhenSet?: true;
}

/** A column whose changes are not written down. */
interface Unwatched {
  readonly because: string;
  readonly isValueKept?: true;
}

export type Declared = Watched | Unwatched;

export interface WatchedTable {
  /** What its events are about; their order is kept for each subject. */
  readonly subject: 'account' | 'family';
  /** The member with the subject's id. */
  readonly subjectId: string;
  /** Its events only concern the client of the row: nothing is written unless that client has a webhook. */
  readonly isOfClient?: true;
  readonly inserted: Declared;
  readonly deleted: Declared;
  /** By the entity's members. */
  readonly columns: Readonly<Record<string, Declared>>;
}

/** Asks for an entry for every member of the entity. */
const tableOf =
  <Row>() =>
  (
    declared: WatchedTable & {
      readonly subjectId: keyof Row;
      readonly columns: { readonly [Member in keyof Row]-?: Declared };
    },
  ): WatchedTable =>
    declared;

const tells = (...kinds: EventKind[]): Watched => ({ tells: kinds });
const untold = (because: string): Unwatched => ({ because });

const NEVER_CHANGES = untold('it never changes');
const SIGN_IN = untold('about signing in, which clients are not told of');
const ADMINISTRATION = untold('about the administration, which clients are not told of');
const COMES_WITH_STATUS = untold('the status changes with it, and is told');
const RECORD = untold('Hearth’s own record of how the row came to be');
const OF_TOKENS = untold('about tokens: whoever holds them finds out by using them');
const IDENTIFIERS: Watched = { tells: ['account.changed'], as: 'identifiers' };
const FAMILY = tells('family.changed');

/**
 * The columns whose changes become events. Triggers are generated from this table (`writers.ts`): of a change they write
 * which columns it is of, and values only of columns with `isValueKept`, so that no name and no address is in there (D275).
 * The rules are in `events-of-changes.ts`.
 */
export const WATCHED_TABLES = {
  account: tableOf<Account>()({
    subject: 'account',
    subjectId: 'id',
    inserted: tells('account.created'),
    deleted: tells('account.deleted'),
    columns: {
      id: NEVER_CHANGES,
      name: tells('account.changed'),
      countryCode: tells('account.changed'),
      locale: tells('account.changed'),
      status: { tells: ['account.completed', 'account.disabled', 'account.enabled'], isValueKept: true },
      timeZone: untold('no call has it; /userinfo tells it of a user who is there'),
      profileChangedAt: untold('what changed is told'),
      passwordHash: SIGN_IN,
      role: ADMINISTRATION,
      // A client takes it over (D311). It is null for all of a client's accounts when that client is deleted.
      createdBy: { tells: ['account.created'], isOnlyWhenSet: true },
      createdAt: untold('createdBy changes with it, and is told'),
      lastLoginAt: SIGN_IN,
      deletesAt: COMES_WITH_STATUS,
      heldUntil: COMES_WITH_STATUS,
      securedAt: COMES_WITH_STATUS,
      securedFor: COMES_WITH_STATUS,
      supportHeldAt: ADMINISTRATION,
      knownNetworks: SIGN_IN,
      knownBrowsers: SIGN_IN,
    },
  }),
  account_identifier: tableOf<AccountIdentifier>()({
    subject: 'account',
    subjectId: 'accountId',
    inserted: IDENTIFIERS,
    deleted: IDENTIFIERS,
    columns: {
      id: NEVER_CHANGES,
      accountId: NEVER_CHANGES,
      type: IDENTIFIERS,
      value: IDENTIFIERS,
      normalized: IDENTIFIERS,
      issuer: IDENTIFIERS,
      isValidated: IDENTIFIERS,
      addedAt: RECORD,
      suspendedAt: untold('isValidated changes with it, and is told'),
      isPasswordReplaced: SIGN_IN,
      signInId: RECORD,
      confirmedAt: RECORD,
      putBackAt: RECORD,
    },
  }),
  family: tableOf<Family>()({
    subject: 'family',
    subjectId: 'id',
    inserted: tells('family.created'),
    deleted: tells('family.deleted'),
    columns: {
      id: NEVER_CHANGES,
      name: FAMILY,
      premiumType: FAMILY,
      pictureKey: { tells: ['family.changed'], as: 'picture' },
      calendarService: FAMILY,
      locationService: FAMILY,
      autotrackingService: FAMILY,
      messageService: FAMILY,
      photoService: FAMILY,
      videoService: FAMILY,
      audioService: FAMILY,
      taskService: FAMILY,
      refusesUnregistered: untold('about what members may connect, which clients are not told of'),
      createdBy: untold('it only changes when that client is deleted'),
      createdAt: NEVER_CHANGES,
    },
  }),
  family_member: tableOf<FamilyMember>()({
    subject: 'family',
    subjectId: 'familyId',
    inserted: tells('member.added'),
    deleted: tells('member.removed'),
    columns: {
      familyId: NEVER_CHANGES,
      accountId: { ...NEVER_CHANGES, isValueKept: true },
      memberType: tells('member.changed'),
      invitedBy: untold('it only changes when that account is deleted'),
      createdAt: NEVER_CHANGES,
    },
  }),
  consent: tableOf<Consent>()({
    subject: 'account',
    subjectId: 'accountId',
    isOfClient: true,
    inserted: tells('consent.given'),
    deleted: tells('consent.ended'),
    columns: {
      accountId: NEVER_CHANGES,
      clientId: NEVER_CHANGES,
      scopes: { tells: ['consent.given'], isValueKept: true },
      given: RECORD,
      createdAt: NEVER_CHANGES,
    },
  }),
  token_grant: tableOf<TokenGrant>()({
    subject: 'account',
    subjectId: 'accountId',
    isOfClient: true,
    inserted: untold('the client asked for it itself'),
    deleted: untold('it has expired, or was ended before, or its account or its client is deleted'),
    columns: {
      id: { ...NEVER_CHANGES, isValueKept: true },
      accountId: NEVER_CHANGES,
      clientId: NEVER_CHANGES,
      createdAt: NEVER_CHANGES,
      endsAt: { ...OF_TOKENS, isValueKept: true },
      refreshedAt: OF_TOKENS,
      authTime: SIGN_IN,
      validFrom: OF_TOKENS,
      // No refresh writes it.
      revokedAt: { tells: ['grant.ended'], isOnlyWhenSet: true },
      generation: OF_TOKENS,
      graceFloor: OF_TOKENS,
      endsOn: OF_TOKENS,
      anchor: OF_TOKENS,
      refreshDigest: OF_TOKENS,
      keyThumbprint: OF_TOKENS,
      refreshedFrom: OF_TOKENS,
      tokenType: NEVER_CHANGES,
      scope: NEVER_CHANGES,
      claims: NEVER_CHANGES,
      resources: NEVER_CHANGES,
      deviceId: NEVER_CHANGES,
      devicePasswordId: NEVER_CHANGES,
      methods: SIGN_IN,
      origin: RECORD,
      sid: { tells: ['session.ended'], isValueKept: true },
      signInId: RECORD,
      sealedSecret: OF_TOKENS,
    },
  }),
} as const satisfies Readonly<Record<string, WatchedTable>>;

export type WatchedName = keyof typeof WATCHED_TABLES;

export const WATCHED_NAMES = Object.keys(WATCHED_TABLES) as WatchedName[];

/** The column of an entity's member. */
export function columnOf(member: string): string {
  return member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function isWatched(declared: Declared): declared is Watched {
  return 'tells' in declared;
}
