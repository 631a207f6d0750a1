import type { AuditEntry } from '../audit/audit-entry.js';
import type { CallError } from '../errors/call-error.js';
import type { Exchange } from '../operations/exchange.js';

/** The audit event of a refused call or endpoint; null: the error is routine. */
export function auditEntryOf(
  { definition, details }: CallError,
  { caller, operation, origin }: Exchange,
): AuditEntry | null {
  const { audit: action } = definition;
  if (action === null) return null;
  const grant = text(details.grantId);
  const target = text(details.target);
  const why = text(details.problem) ?? text(details.reason);
  return {
    action,
    outcome: 'refused',
    clientId: caller.client?.clientId ?? text(details.clientId),
    accountId: caller.accountId ?? text(details.accountId),
    target: target ?? (grant === null ? `call:${operation?.name}` : `grant:${grant}`),
    address: origin.address,
    details: {
      error: definition.name,
      ...(why !== null && { why }),
      ...(target !== null && { call: operation?.name }),
    },
  };
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
