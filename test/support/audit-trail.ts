import { AuditTally } from '../../src/audit/audit-tally.js';
import { rows } from './database-rows.js';
import type { TestServer } from './start-app.js';

/** An event as it stands in the table, without id, time and what is empty. */
export interface TrailEvent {
  readonly action: string;
  readonly outcome: 'ok' | 'refused';
  readonly client?: string;
  readonly account?: string;
  readonly target?: string;
  readonly address?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What stands in the audit trail, read past the server. */
export class AuditTrail {
  constructor(private readonly server: TestServer) {}

  /** Every event that this leaves, in order; also those that wait to be written. */
  async of(work: () => Promise<unknown>): Promise<TrailEvent[]> {
    await this.settle();
    const [{ last }] = await rows<{ last: string }>(
      this.server,
      'SELECT coalesce(max(id), 0)::text AS last FROM audit_event',
    );
    await work();
    await this.settle();
    return rows<TrailEvent>(this.server, `${EVENTS} WHERE id > $1 ORDER BY id`, [last]).then(withoutEmpty);
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
