import type { EventKind } from './event-kinds.js';
import type { RowChange } from './row-change.entity.js';
import { columnOf, isWatched, WATCHED_TABLES, type WatchedName } from './watched-tables.js';

/** What the rules read of a change. */
export interface WatchedChange extends Pick<
  RowChange,
  'id' | 'transactionId' | 'subject' | 'oldValues' | 'newValues' | 'changed'
> {
  readonly tableName: WatchedName;
  /** The clients whose user the account was, as text: only compared. */
  readonly clients: string;
}

/** An event that follows from a change, and has its subject, time and clients. */
export interface DecidedEvent {
  /** The id of the change. */
  readonly change: string;
  readonly kind: EventKind;
  /** Ids, and names of what changed; never a value that a person typed. */
  readonly data: EventData;
}

type EventData = Readonly<Record<string, unknown>> & { readonly changed?: readonly string[] };

interface Told {
  readonly kind: EventKind;
  readonly more?: EventData;
}

type Rule = (change: WatchedChange) => readonly Told[];

/** Which events follow from a change of a row of each table. */
const RULES: Readonly<Record<WatchedName, Rule>> = {
  account: (change) => {
    if (!change.oldValues) return [{ kind: 'account.created' }];
    if (!change.newValues) return [{ kind: 'account.deleted' }];
    // To the client that takes it over, it is a new one (D311).
    if (change.changed.includes('created_by')) return [{ kind: 'account.created' }];
    const status = change.changed.includes('status') ? [{ kind: statusEvent(change) }] : [];
    return [...status, ...changedEvent('account.changed', change)];
  },
  account_identifier: () => [{ kind: 'account.changed', more: { changed: ['identifiers'] } }],
  family: (change) => {
    if (!change.oldValues) return [{ kind: 'family.created' }];
    if (!change.newValues) return [{ kind: 'family.deleted' }];
    return changedEvent('family.changed', change);
  },
  family_member: ({ oldValues, newValues }) => {
    const more = { accountId: (newValues ?? oldValues)?.account_id };
    if (!oldValues) return [{ kind: 'member.added', more }];
    return [{ kind: newValues ? 'member.changed' : 'member.removed', more }];
  },
  consent: ({ newValues }) =>
    newValues ? [{ kind: 'consent.given', more: { scopes: newValues.scopes } }] : [{ kind: 'consent.ended' }],
  // A sign-in that begins is not told.
  token_grant: (change) => {
    const { oldValues, newValues } = change;
    const sid = oldValues?.sid && !newValues?.sid ? [sessionEnded(oldValues.sid)] : [];
    return isEnded(change) ? [...sid, { kind: 'grant.ended', more: { grantId: newValues?.id } }] : sid;
  },
};

function sessionEnded(sid: unknown): Told {
  return { kind: 'session.ended', more: { sid } };
}

/** A revocation moves the end of a grant to that moment, unless it had expired before: then it is no news. */
function isEnded({ oldValues, newValues, changed }: WatchedChange): boolean {
  const before = oldValues?.ends_at ?? null;
  return changed.includes('revoked_at') && (before === null || before !== newValues?.ends_at);
}

function statusEvent({ oldValues, newValues }: WatchedChange): EventKind {
  if (newValues?.status === 'disabled') return 'account.disabled';
  return oldValues?.status === 'disabled' ? 'account.enabled' : 'account.completed';
}

/** What `changed` of an event calls the columns of a table. */
const NAMES = new Map(
  Object.entries(WATCHED_TABLES).flatMap(([table, { columns }]) =>
    Object.entries(columns).flatMap(([member, declared]) =>
      isWatched(declared) && declared.tells.some((kind) => kind.endsWith('.changed'))
        ? [[`${table}.${columnOf(member)}`, declared.as ?? member] as const]
        : [],
    ),
  ),
);

function changedEvent(kind: EventKind, { tableName, changed }: WatchedChange): Told[] {
  const names = changed.flatMap((column) => NAMES.get(`${tableName}.${column}`) ?? []);
  return names.length > 0 ? [{ kind, more: { changed: names } }] : [];
}

/** @param changes in the order of their ids; of each transaction and subject all or none */
export function eventsOf(changes: readonly WatchedChange[]): DecidedEvent[] {
  const events: GrowingEvent[] = [];
  const told = new Map<string, ToldOfSubject>();
  for (const change of changes) {
    const key = `${change.transactionId} ${change.subject}`;
    let ofSubject = told.get(key);
    if (!ofSubject) told.set(key, (ofSubject = new ToldOfSubject()));
    for (const { kind, more } of RULES[change.tableName](change)) {
      const event = { change: change.id, kind, data: { ...idOf(change.subject), ...more } };
      if (ofSubject.takes(event, change.clients)) events.push(event);
    }
  }
  return events;
}

function idOf(subject: string): EventData {
  const [kind, id] = subject.split(':');
  return { [`${kind}Id`]: id };
}

/** Until the changes of its transaction and subject are through, its data grows. */
interface GrowingEvent extends DecidedEvent {
  data: EventData;
}

/**
 * What one transaction does to one subject is told once: further changes are added to the first one, a new account or family
 * has no changes besides, and nothing is told twice in a row. Of what is deleted nothing more is told: what depends on
 * it goes with it.
 */
class ToldOfSubject {
  private readonly events: GrowingEvent[] = [];
  private readonly clients: string[] = [];

  /** Whether it is an event of its own. */
  takes(event: GrowingEvent, clients: string): boolean {
    const { kind, data } = event;
    if (this.events.some((earlier) => earlier.kind.endsWith('.deleted'))) return false;
    if (data.changed) {
      const made = `${kind.split('.', 1)[0]}.created`;
      if (this.events.some((earlier) => earlier.kind === made)) return false;
      const first = this.events.find((earlier) => earlier.kind === kind);
      if (first) {
        first.data = { ...first.data, changed: union(first.data, data) };
        return false;
      }
    } else if (this.isSaid(event, clients)) return false;
    this.events.push(event);
    this.clients.push(clients);
    return true;
  }

  /** Whether it would be told twice, without another kind in between. */
  private isSaid({ kind, data }: DecidedEvent, clients: string): boolean {
    const text = JSON.stringify(data);
    for (let i = this.events.length - 1; i >= 0 && this.events[i].kind === kind; i--)
      if (JSON.stringify(this.events[i].data) === text && this.clients[i] === clients) return true;
    return false;
  }
}

function union(one: EventData, other: EventData): string[] {
  return [...new Set([...(one.changed ?? []), ...(other.changed ?? [])])].sort();
}
