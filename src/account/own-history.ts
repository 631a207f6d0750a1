import type { EntityManager } from 'typeorm';
import { namesByClientId } from '../oauth/clients/client-names.js';
import type { AuditAction } from '../platform/audit/audit-actions.js';
import type { KeptEvents } from '../platform/audit/kept-events.js';
import { TOLD, textOf, type EventText, type ToldAction } from './frame/told-events.js';
import { isLong, type Long } from '../platform/operations/long.js';

const CHOOSES_PASSWORD: readonly AuditAction[] = [
  'password.changed',
  'password.reset',
  'invitation.accepted',
];
const PAGE = 25;
const ORDER = `ORDER BY at DESC, id DESC LIMIT ${PAGE + 1}`;
/** Microseconds since the epoch, and the id; no more digits than the database has years for. */
const CURSOR = /^(\d{1,16})\.(\d{1,19})$/;
const MICROSECONDS = `(extract(epoch FROM at) * 1000000)::bigint`;

interface HistoryEvent {
  readonly what: EventText;
  readonly isRefused: boolean;
  readonly at: Date;
  /** The application that asked; null: Hearth's own pages. */
  readonly application: string | null;
  /** The network address, of a refused attempt too: the owner should know who tries (D235). */
  readonly address: string | null;
}

export interface HistoryPage {
  readonly events: readonly HistoryEvent[];
  /** The cursor of the older events; null: there are none. */
  readonly next: string | null;
}

interface Row {
  id: Long;
  at: Date;
  key: string;
  action: ToldAction;
  outcome: 'ok' | 'refused';
  client_id: string | null;
  address: string | null;
}

/** When the account chose its password; null: longer ago than the audit reaches. */
export async function passwordSince(events: KeptEvents, accountId: Long): Promise<Date | null> {
  const last = 'ORDER BY at DESC LIMIT 1';
  const question = {
    each: (kept: string) =>
      `SELECT at FROM ${kept} AND account_id = $1 AND outcome = 'ok' AND action = ANY($2) ${last}`,
    all: (events: string) => `SELECT at FROM ${events} ${last}`,
  };
  const [newest] = await events.read<{ at: Date }>(question, [accountId, CHOOSES_PASSWORD]);
  return newest?.at ?? null;
}

/**
 * A page of a person's history of sign-ins, which the audit keeps: what the account itself did, the newest first.
 * @param after `next` of the previous page; anything else shows the first page
 */
export async function historyOf(
  kept: KeptEvents,
  tx: EntityManager,
  accountId: Long,
  after: unknown,
): Promise<HistoryPage> {
  const [, at = null, id = null] = CURSOR.exec(typeof after === 'string' ? after : '') ?? [];
  const from = at !== null && id !== null && isLong(at) && isLong(id) ? { at, id } : null;
  const rows = await kept.read<Row>(
    {
      each: (table) =>
        `SELECT id, at, ${MICROSECONDS} AS key, action, outcome, client_id, address FROM ${table}
            AND account_id = $1 AND action = ANY($2)
            ${from === null ? '' : `AND (at, id) < (to_timestamp(0) + $3::bigint * interval '1 microsecond', $4::bigint)`} ${ORDER}`,
      all: (events) => `SELECT * FROM ${events} ${ORDER}`,
    },
    [accountId, Object.keys(TOLD), ...(from === null ? [] : [from.at, from.id])],
  );
  const shown = rows.slice(0, PAGE);
  const names = await namesByClientId(
    tx,
    shown.map(({ client_id: clientId }) => clientId),
  );
  const events = shown.map(({ at, action, outcome, client_id: clientId, address }) => ({
    what: textOf(action, outcome),
    isRefused: outcome === 'refused',
    at,
    application: clientId === null ? null : (names.get(clientId) ?? null),
    address,
  }));
  const last = shown.at(-1);
  return { events, next: rows.length > PAGE && last ? `${last.key}.${last.id}` : null };
}
