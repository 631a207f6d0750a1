import type { AuditActor } from '../../platform/audit/audit-actor.js';
import type { AuditEntry } from '../../platform/audit/audit-entry.js';
import type { AuditAction } from '../../platform/audit/audit-actions.js';
import type { Administrator } from './access/administrator.js';

/** The administrator as the actor of an audit event. */
export function actorOf({ accountId, clientId, address }: Administrator): AuditActor {
  return { accountId, clientId, address };
}

/** The audit event of an act of an administrator. @param target the record, such as `account:12`; null: none */
export function doneBy(
  by: Administrator,
  action: AuditAction,
  target: string | null,
  details: object | null = null,
): AuditEntry {
  return { action, outcome: 'ok', ...actorOf(by), target, details };
}
