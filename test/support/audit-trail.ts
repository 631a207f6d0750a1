import { AuditTally } from '../../src/platform/audit/audit-tally.js';
import { rows } from './database-rows.js';
import type { TestServer } from './start-app.js';

/** An event as stored, without id, time and empty columns. */
export interface TrailEvent {
  readonly action: string;
  readonly outcome: 'ok' | 'refused';
  readonly client?: string;
  readonly account?: string;
  readonly target?: string;
  readonly address?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** The content of the audit trail, read directly from the database. */
export class AuditTrail {
  constructor(private readonly server: TestServer) {}

  /** All events caused by `work`, in order; then the counted ones, which are written when the clock advances. */
  async of(work: () => Promise<unknown>): Promise<TrailEvent[]> {
    await this.settle();
    const [{ last }] = await rows<{ last: string }>(
      this.server,
      'SELECT coalesce(max(id), 0)::text AS last FROM audit_event',
    );
    await work();
    await this.settle();
    const found = await rows<TrailEvent>(this.server, `${EVENTS} WHERE id > $1 ORDER BY id`, [last]);
    return countedLast(withoutEmpty(found));
  }

  /** The whole table as text. */
  async text(): Promise<string> {
    await this.settle();
    return JSON.stringify(await rows(this.server, 'SELECT * FROM audit_event ORDER BY id'));
  }

  settle(): Promise<void> {
    return this.server.get(AuditTally).flush(true);
  }
}

const EVENTS = `SELECT action, outcome, client_id AS client, account_id::text AS account, target, address, details FROM audit_event`;

function withoutEmpty(events: TrailEvent[]): TrailEvent[] {
  return events.map(
    (event) =>
      Object.fromEntries(
        Object.entries(event).filter(([, value]) => value !== null),
      ) as unknown as TrailEvent,
  );
}

/** Combines rows of one event into one with their sum. */
function countedLast(events: readonly TrailEvent[]): TrailEvent[] {
  const isCounted = ({ details }: TrailEvent): boolean => details?.count !== undefined;
  const sums = new Map<string, TrailEvent>();
  for (const { details, ...event } of events.filter(isCounted)) {
    const { count, ...others } = details ?? {};
    const key = JSON.stringify([event, others]);
    const before = Number(sums.get(key)?.details?.count ?? 0);
    sums.set(key, { ...event, details: { ...others, count: before + Number(count) } });
  }
  return [...events.filter((event) => !isCounted(event)), ...sums.values()];
}
