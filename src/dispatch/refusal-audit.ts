import { Injectable } from '@nestjs/common';
import { AuditLog } from '../audit/audit-log.js';
import type { AuditAction } from '../audit/catalogue.js';
import type { Exchange } from '../contract/exchange.js';
import type { CallError } from '../errors/call-error.js';
import { Errors, type ErrorDefinition } from '../errors/catalogue.js';
import { Metrics } from '../telemetry/metrics.js';

/** D125: an expired access token is everyday and not among them; what is refused deeper down is recorded there. */
const ACTIONS: ReadonlyMap<ErrorDefinition, AuditAction> = new Map<ErrorDefinition, AuditAction>([
  [Errors.clientNotAuthenticated, 'client.refused'],
  [Errors.clientRequired, 'call.denied'],
  [Errors.callNotAllowed, 'call.denied'],
  [Errors.scopeInsufficient, 'call.denied'],
  [Errors.clientNotPrivileged, 'call.denied'],
  [Errors.refusedByProfile, 'call.denied'],
  [Errors.crossSiteRequest, 'call.denied'],
  [Errors.accessTokenInvalid, 'token.refused'],
  [Errors.grantNotValid, 'token.refused'],
]);

/** Counts the refusals of calls and endpoints, in the metrics and in the audit trail. */
@Injectable()
export class RefusalAudit {
  constructor(
    private readonly audit: AuditLog,
    private readonly metrics: Metrics,
  ) {}

  note({ definition, details }: CallError, { caller, operation, origin, outcome }: Exchange): void {
    this.metrics.refusals.inc({ reason: outcome });
    const action = ACTIONS.get(definition);
    if (!action) return;
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
