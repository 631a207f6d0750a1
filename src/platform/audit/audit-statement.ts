import type { AuditClass } from '../config/audit-retention.js';
import { classOf, type AuditAction } from './audit-actions.js';

/**
 * Columns of the event, each as SQL over `from`; the others, and `ok` as the outcome, are added automatically. Another
 * outcome comes with its address.
 */
type Columns = {
  readonly at: string;
  readonly client_id?: string;
  readonly account_id?: string;
  readonly target?: string;
  readonly details?: string;
} & (
  | { readonly outcome?: undefined; readonly address?: string }
  | { readonly outcome: string; readonly address: string }
);

/**
 * An INSERT for the WITH clause of a change: the event is recorded in the same statement, for each row that was really
 * changed, and costs no further query.
 */
export function recordedFrom(from: string, action: AuditAction, columns: Columns): string {
  return recordedAs(`'${action}'`, classOf(action), from, columns);
}

/**
 * Returns SQL that tells whether tokens were issued as `target` for one of these grant types, while the event is kept.
 * @param target SQL
 */
export function issuedFor(target: string, grantTypes: readonly string[]): string {
  const types = grantTypes.map((type) => `'${type}'`).join(', ');
  return `EXISTS (SELECT FROM audit_event e WHERE e.class = '${classOf('token.issued')}' AND e.target = ${target}
             AND e.action = 'token.issued' AND e.details->>'grant' IN (${types}))`;
}

/**
 * An INSERT like that of `recordedFrom`, for an action that is a parameter.
 * @param action SQL
 * @param kept the class of the action (`ActionOf`)
 */
export function recordedAs(action: string, kept: AuditClass, from: string, columns: Columns): string {
  const values: Record<string, string> = { outcome: `'ok'`, ...columns };
  return `INSERT INTO audit_event (action, class, ${Object.keys(values).join(', ')})
          SELECT ${action}, '${kept}', ${Object.values(values).join(', ')} FROM ${from}`;
}
