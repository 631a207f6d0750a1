import type { AuditAction } from './catalogue.js';

/** Columns of the event, each as SQL over `from`; `action` and an outcome of ok come by themselves. */
interface Columns {
  readonly at: string;
  readonly outcome?: string;
  readonly client_id?: string;
  readonly account_id?: string;
  readonly target?: string;
  readonly address?: string;
  readonly details?: string;
}

/**
 * An INSERT for the WITH of a statement that changes something: the event is recorded for each row that the change
 * really concerned, in the same statement, and costs no further query.
 */
export function recordedFrom(from: string, action: AuditAction, columns: Columns): string {
  const values: Record<string, string> = { outcome: `'ok'`, ...columns };
  return `INSERT INTO audit_event (action, ${Object.keys(values).join(', ')})
          SELECT '${action}', ${Object.values(values).join(', ')} FROM ${from}`;
}
