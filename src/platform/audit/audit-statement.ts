import type { AuditAction } from './catalogue.js';

/** Columns of the event, each as SQL over `from`; `action`, and `ok` as the outcome, are added automatically. */
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
 * An INSERT for the WITH clause of a change: the event is recorded in the same statement, for each row that was really
 * changed, and costs no further query.
 */
export function recordedFrom(from: string, action: AuditAction, columns: Columns): string {
  return recordedAs(`'${action}'`, from, columns);
}

/**
 * The same for an action that is a parameter.
 * @param action SQL
 */
export function recordedAs(action: string, from: string, columns: Columns): string {
  const values: Record<string, string> = { outcome: `'ok'`, ...columns };
  return `INSERT INTO audit_event (action, ${Object.keys(values).join(', ')})
          SELECT ${action}, ${Object.values(values).join(', ')} FROM ${from}`;
}
