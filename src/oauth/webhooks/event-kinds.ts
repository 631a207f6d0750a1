/** The clients that hear of an event, beside `own` and `all` of clients that provision (D277). */
type Hearing = 'provisioning' | 'provisioning and applications' | 'the client itself';

interface Kind {
  readonly hearing: Hearing;
  /** For the documentation. */
  readonly means: string;
}

/** All events that webhooks are told; triggers of the database write them (D275). */
export const EVENT_KINDS = {
  'account.created': { hearing: 'provisioning', means: 'an account was made' },
  'account.completed': {
    hearing: 'provisioning and applications',
    means: 'its user accepted the invitation: it can sign in',
  },
  'account.changed': {
    hearing: 'provisioning and applications',
    means: '`changed` lists what: `name`, `countryCode`, `locale`, `identifiers`',
  },
  'account.disabled': { hearing: 'provisioning and applications', means: 'it can’t sign in any more' },
  'account.enabled': { hearing: 'provisioning and applications', means: 'it can sign in again' },
  'account.deleted': { hearing: 'provisioning and applications', means: 'it is gone' },
  'member.added': { hearing: 'provisioning', means: 'the account joined the family' },
  'member.changed': { hearing: 'provisioning', means: 'its member type changed' },
  'member.removed': { hearing: 'provisioning', means: 'it left, or was deleted' },
  'family.created': { hearing: 'provisioning', means: 'a family was made' },
  'family.changed': {
    hearing: 'provisioning',
    means: '`changed` lists what: `name`, `premiumType`, `picture`, `calendarService` and the other services',
  },
  'family.deleted': { hearing: 'provisioning', means: 'it is gone' },
  'consent.given': {
    hearing: 'the client itself',
    means: 'a user allowed the client what `scopes` lists, or more than before',
  },
  'consent.ended': { hearing: 'the client itself', means: 'a user disconnected the client' },
  'grant.ended': {
    hearing: 'the client itself',
    means:
      'its tokens for a user were revoked, by whoever and however: those of `grantId`, refresh tokens too',
  },
  'session.ended': {
    hearing: 'the client itself',
    means: 'a sign-in of a user that the client took part in is over; `sid` is that of its id_token',
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type EventKind = keyof typeof EVENT_KINDS;

/** Sent by a button, to see whether the receiver takes it. */
export const TEST_KIND = 'webhook.test';

export const KINDS = Object.keys(EVENT_KINDS) as EventKind[];

/** The problem with what a webhook subscribes to, or null: a kind, `account.*`, or `*`. */
export function problemWithEvents(text: string): string | null {
  if (kindsOf([text]).length > 0) return null;
  return `must be one of ${KINDS.join(', ')}, or such as account.*, or *`;
}

/** The kinds that are meant by `*`, `account.*`, `account.deleted`. */
export function kindsOf(events: readonly string[]): EventKind[] {
  return KINDS.filter((kind) =>
    events.some((text) => text === '*' || text === kind || text === `${kind.split('.', 1)[0]}.*`),
  );
}

export function hearingOf(kind: EventKind): Hearing {
  return EVENT_KINDS[kind].hearing;
}
