import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import type { Exchange } from '../operations/exchange.js';
import type { CallError } from '../errors/call-error.js';
import { Metrics } from '../telemetry/metrics.js';

/** Counts refused calls and endpoints, in the metrics and in the audit trail. */
@Injectable()
export class RefusalAudit {
  constructor(
    private readonly audit: AuditLog,
    private readonly metrics: Metrics,
  ) {}

  note({ definition, details }: CallError, { caller, operation, origin, outcome }: Exchange): void {
    this.metrics.refusals.inc({ reason: outcome });
    const { audit: action } = definition;
    if (action === null) return;
    const grant = text(details.grantId);
    const target = text(details.target);
    const why = text(details.problem) ?? text(details.reason);
    this.audit.count({
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
    });
  }
}

function text(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
